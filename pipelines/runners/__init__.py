"""Run Beam graphs, with progress, logs and metrics."""
