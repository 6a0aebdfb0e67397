"""What the documents of a release say about poems by title."""
