"""Stages of a ghostwriting recipe."""
