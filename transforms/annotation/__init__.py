"""Annotated poems: words, sounds, parts of speech, rhymes."""
