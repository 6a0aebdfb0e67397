"""Tests of recipes of poems by title."""
