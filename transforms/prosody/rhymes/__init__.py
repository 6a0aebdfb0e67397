"""Rhyme by degrees: which sounds rhyme, how closely, and what scheme the lines of a stanza have."""
