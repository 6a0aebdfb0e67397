"""Spelling rules of verse, one module for each kind."""
