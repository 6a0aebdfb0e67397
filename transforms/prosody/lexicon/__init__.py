"""The words of a corpus, each asked of the ear once and remembered by all stages."""
