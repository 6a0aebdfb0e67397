"""Scores of texts, decisions on pairs, and comparisons of models."""
