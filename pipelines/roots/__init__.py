"""What lies under a root: inventory, garbage collection, verification."""
