"""Words, keys and random draws."""
