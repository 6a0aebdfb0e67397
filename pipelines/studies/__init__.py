"""Exports of human studies: reading, analysis, and what is written."""
