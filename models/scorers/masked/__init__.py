"""Masked models: pseudo-log-likelihoods of texts."""
