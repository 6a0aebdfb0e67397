"""Generators that learn one artist's verses and write whole verses in that style."""
