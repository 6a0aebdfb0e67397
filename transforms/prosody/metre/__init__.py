"""The number of syllables that a line of verse can have."""
