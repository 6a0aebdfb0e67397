"""Faults of studies that are served."""
