"""Statistics of human studies: coverage of intervals."""
