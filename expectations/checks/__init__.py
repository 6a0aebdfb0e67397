"""Columns that expectations check, derived from the tables."""
