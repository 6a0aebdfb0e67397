"""How words sound."""
