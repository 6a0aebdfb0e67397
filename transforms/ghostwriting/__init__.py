"""Measures of verse written in the style of an artist, and of the artist's own verse."""
