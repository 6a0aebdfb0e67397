"""A user's models beside those of a release."""
