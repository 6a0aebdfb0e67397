"""Validation with Great Expectations, of each shard and of a whole release."""
