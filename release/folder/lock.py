"""The packages that the project is locked to, as a release carries them."""

from pathlib import Path

NAME = "requirements.lock"


def lock() -> str:
    """The text of the lock, which goes with the package."""
    return (Path(__file__).parent / NAME).read_text(encoding="utf-8")
