"""Forms of poems."""
