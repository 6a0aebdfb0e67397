"""Where versebench keeps what it fetched: models, and answers of thesauri."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return ``$VERSEBENCH_CACHE``, else ``versebench`` in the user's cache, which ``XDG_CACHE_HOME`` can move."""
    if own := os.environ.get("VERSEBENCH_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "versebench"
