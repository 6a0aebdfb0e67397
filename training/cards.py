"""Cards of what ships. People write the prose, and the scripts that make a thing put its figures into the tables."""

import logging
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESOURCES = ROOT / "models" / "resources"

ACCURACIES = "## On the sample corpus"
"""The head of the section on the accuracies of a scorer."""

log = logging.getLogger("cards")


def shipped_card(name: str) -> str:
    """The text of a card. Raises ``ValueError`` if nobody has written it."""
    path = RESOURCES / name / "CARD.md"
    if not path.is_file():
        raise ValueError(f"{path} is missing; write it, with a table for the figures")
    return path.read_text(encoding="utf-8")


def rows(card: str, head: str) -> dict[str, str]:
    """The rows of the table with this head: the other cells by the first one."""
    lines = _table(card, head)[2].splitlines()
    return {name: rest for name, _, rest in (line.strip("| ").partition(" | ") for line in lines)}


def with_rows(card: str, head: str, figures: Mapping[str, str]) -> str:
    """The card with other rows in the table with this head."""
    made = "".join(f"| {name} | {rest} |\n" for name, rest in figures.items())
    table = _table(card, head)
    return card[: table.start(2)] + made + card[table.end(2) :]


def _table(card: str, head: str) -> re.Match[str]:
    table = re.search(rf"(?m)^({re.escape(head)}\n\|[-|]+\|\n)((?:\|.*\n)*)", card)
    if table is None:
        raise ValueError(f"the card has no table with the head {head!r}; add one")
    return table


def with_accuracies(card: str, section: str) -> str:
    """The card with this section on the accuracies, which may be empty, before its limits."""
    before, _, limits = card.partition("## Limits\n")
    return f"{before.partition(ACCURACIES)[0]}{section}## Limits\n{limits}"


def warn_unless_stated(card: str, facts: Iterable[str]) -> None:
    """Log a warning if the prose of a card does not state some of these facts."""
    text = " ".join(card.split())
    for fact in facts:
        if fact not in text:
            log.warning("the prose of the card does not state %r; correct it", fact)
