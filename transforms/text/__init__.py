"""Text: words, Chinese characters, ids of texts, and random draws."""
