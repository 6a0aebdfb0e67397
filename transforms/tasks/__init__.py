"""Tasks: each corrupts a poem into a minimal pair, or states why it cannot."""
