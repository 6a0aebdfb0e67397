"""What notebooks and scripts call: scores, pairs and rhymes of a few texts, and releases as tables."""
