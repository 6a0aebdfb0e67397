"""How many syllables a line of verse can be said with."""
