"""Rhyme by degrees: which sounds answer each other, how nearly, and what scheme the lines of a stanza make."""
