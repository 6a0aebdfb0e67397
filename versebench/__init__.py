"""versebench: validated datasets from poems, and language models evaluated on them."""
