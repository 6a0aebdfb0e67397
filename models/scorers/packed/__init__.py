"""Scores causal models over the prefix tree of a poem and its corruptions, computing shared beginnings once."""
