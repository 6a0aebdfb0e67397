"""The work of the command that scores pairs with a user's models."""
