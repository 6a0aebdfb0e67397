"""Scores of texts, decisions on pairs, comparisons of models."""
