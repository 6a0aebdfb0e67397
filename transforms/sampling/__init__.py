"""Sampling: which poems get a pair for each task, and the pairs themselves."""
