"""The contents of a root: inventory, garbage collection, verification."""
