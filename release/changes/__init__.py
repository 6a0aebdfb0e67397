"""Differences between releases and the version that they ask for."""
