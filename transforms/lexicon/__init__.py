"""The lexicon of a corpus: every distinct word with its pronunciations, worked out once."""
