"""Rhyme density: how well detectors find rhymes marked by hand, and how fast."""
