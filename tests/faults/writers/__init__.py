"""kill -9 of what writes verse, and of what it learns from."""
