"""The recipe of a release."""
