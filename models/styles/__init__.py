"""Models of the style of one artist, which tell how probable a verse is for it."""
