"""Tests of the benchmark of poems by title, on small sizes."""
