"""The stages that a recipe needs, run in order."""
