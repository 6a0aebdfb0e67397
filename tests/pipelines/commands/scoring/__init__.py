"""Scoring with a model that a user names."""
