"""Derived columns that expectations check."""
