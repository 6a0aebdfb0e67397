"""Ghostwriting: how fast verses are measured and compared, and a release from end to end."""
