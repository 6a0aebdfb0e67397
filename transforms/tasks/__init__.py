"""The papers' corruptions: each makes a minimal pair of a poem, or says why it cannot."""
