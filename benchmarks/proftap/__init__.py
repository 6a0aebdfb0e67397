"""Benchmark of poems by title: reuse of lines, sounds, sampling and statistics."""
