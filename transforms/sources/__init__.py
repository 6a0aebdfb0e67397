"""Sources: from the rows of files to poems."""
