"""Generation whose last word must rhyme."""
