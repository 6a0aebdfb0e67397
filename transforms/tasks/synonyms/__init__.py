"""Synonyms of end words that do not rhyme, and their ranks by two models."""
