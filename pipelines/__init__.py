"""Pipelines: one module per stage of the work. They build graphs and call what transforms hold."""
