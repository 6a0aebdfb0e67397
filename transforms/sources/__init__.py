"""From the rows of a source to poems."""
