"""Completions: speed, memory and quality beside peers."""
