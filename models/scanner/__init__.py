"""Scanners: which syllables of verse bear a beat, and in which metre a poem is."""
