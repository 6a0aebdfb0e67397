"""Generation of lines whose last word must rhyme."""
