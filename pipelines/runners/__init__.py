"""Runners of Beam graphs, their progress, logs and metrics."""
