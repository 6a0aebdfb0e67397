"""Scanners by name. To add one, write a module and add a line here."""

from collections.abc import Callable
from functools import cache

from versebench.models.scanner.contract import Scanner
from versebench.models.scanner.verse_scanner import NAME, VerseScanner

SCANNERS: dict[str, Callable[[], Scanner]] = {NAME: VerseScanner}


def load_scanner(name: str = NAME) -> Scanner:
    """Return the scanner of this name, loaded once per process. Raises ``ValueError`` for an unknown name."""
    if name not in SCANNERS:
        raise ValueError(f"unknown scanner {name!r}; choose one of: {', '.join(SCANNERS)}")
    return _loaded(name)


@cache
def _loaded(name: str) -> Scanner:
    return SCANNERS[name]()
