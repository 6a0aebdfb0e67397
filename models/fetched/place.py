"""Where the converted models are."""

from pathlib import Path

from versebench.models.cache import cache_folder

CARD = "CARD.md"
"""The file that is written last."""


def models_folder() -> Path:
    """Return the folder of all converted models: ``models`` in the cache."""
    return cache_folder() / "models"


def folder_of(name: str) -> Path:
    """Return the folder of a converted model, whether it is there or not."""
    return models_folder() / name


def is_fetched(name: str) -> bool:
    """Whether a converted model is there."""
    return (folder_of(name) / CARD).is_file()
