"""Pronunciation, rhyme, syllables and tags beside peers."""
