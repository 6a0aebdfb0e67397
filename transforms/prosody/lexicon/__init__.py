"""The lexicon: the words of a corpus, each pronounced once and remembered for all stages."""
