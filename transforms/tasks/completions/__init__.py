"""Last lines of poems, written by a generator: prompts, searches, and which answers are accepted."""
