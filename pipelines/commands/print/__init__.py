"""Print results on the terminal."""
