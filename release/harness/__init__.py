"""Pairs in the formats of evaluation harnesses."""
