"""Last lines of poems, written by a model: what it is asked, and which of its answers are accepted."""
