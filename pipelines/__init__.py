"""Pipelines: one module per stage of the work. They build graphs of the transforms."""
