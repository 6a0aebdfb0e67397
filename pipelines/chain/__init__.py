"""The chain of stages of a recipe, and what it counts."""
