"""Rhyme density: which syllables of a verse rhyme with which, and how large a part of the verse they are."""
