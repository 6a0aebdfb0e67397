"""Causal models scored over the prefix tree of a poem with its corruptions: what texts share is computed once."""
