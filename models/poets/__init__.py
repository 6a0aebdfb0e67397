"""Models that write whole poems from titles."""
