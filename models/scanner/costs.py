"""The costs of a scanner: whole numbers, in thousandths of a nat, read from one file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from versebench.models.scanner.syllable_classes import CLASSES
from versebench.models.scanner.word_options import LICENCES

COSTS = Path(__file__).parents[1] / "resources" / "verse-scanner" / "costs.json"
METRES = ("iambic", "trochaic", "anapaestic", "dactylic", "accentual")
IMPOSSIBLE = 1_000_000_000
NO_BEAT = 20_000
"""What a line without a beat costs."""

PARTS: Mapping[str, int] = {"opening": 4, "second": 3, "gap": 4, "ending": 4}
"""The costs of a metre, and how many there are: of 0 to 3 syllables before the first beat; of 0 to 2 between the first
beat and the second if the line begins with a beat; of 0 to 3 between other beats; of 0 to 3 after the last beat."""

PAUSES = ("rest_before_pause", "clash_at_pause")
"""A word of one syllable before a pause bears no beat; two beats meet at a pause, in place of the usual cost."""


@dataclass(frozen=True, slots=True)
class MetreCosts:
    """The costs of a metre by the state of a line (:mod:`versebench.models.scanner.lattice`).

    ``beat`` is what the next beat costs, ``beat_at_pause`` the same after a pause, ``end`` what it costs to end.
    """

    beat: tuple[int, ...]
    beat_at_pause: tuple[int, ...]
    end: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Costs:
    """All costs: of syllables by class with a beat and without, of licences, of pauses, and of each metre."""

    beat: Mapping[str, int]
    rest: Mapping[str, int]
    licences: Mapping[str, int]
    rest_before_pause: int
    metres: Mapping[str, MetreCosts]
    other_beats: int
    """For each beat more or fewer than the stanza asks for."""


def read_costs(path: Path = COSTS) -> Costs:
    """Read the costs of a file."""
    return costs_of(json.loads(path.read_text(encoding="utf-8")))


def costs_of(values: Mapping[str, Any]) -> Costs:
    """The costs as a file states them.

    Raises:
        ValueError: A cost is missing or is no whole number.
    """
    return Costs(
        beat=_named(values, "beat", CLASSES),
        rest=_named(values, "rest", CLASSES),
        licences=_named(values, "licences", LICENCES),
        rest_before_pause=_named(values, "pauses", PAUSES)["rest_before_pause"],
        metres={name: _metre(values, name) for name in METRES},
        other_beats=_named(values, "stanzas", ("other_beats",))["other_beats"],
    )


def _named(values: Mapping[str, Any], part: str, names: Sequence[str]) -> dict[str, int]:
    return {name: _whole(values.get(part, {}).get(name), f"{part}.{name}") for name in names}


def _metre(values: Mapping[str, Any], name: str) -> MetreCosts:
    parts = {part: _list(values, name, part, number) for part, number in PARTS.items()}
    beat = (*parts["opening"], *parts["second"], *parts["gap"])
    clash = _named(values, "pauses", PAUSES)["clash_at_pause"]
    at_pause = (*beat[:4], min(clash, beat[4]), *beat[5:7], min(clash, beat[7]), *beat[8:])
    ending = parts["ending"]
    return MetreCosts(beat, at_pause, (NO_BEAT,) * 4 + ending[:3] + ending)


def _list(values: Mapping[str, Any], name: str, part: str, number: int) -> tuple[int, ...]:
    numbers = values.get("metres", {}).get(name, {}).get(part, ())
    if len(numbers) != number:
        raise ValueError(f"the costs of a scanner have no metres.{name}.{part} with {number} whole numbers")
    return tuple(_whole(value, f"metres.{name}.{part}") for value in numbers)


def _whole(value: object, name: str) -> int:
    if not isinstance(value, int):
        raise ValueError(f"the costs of a scanner have no {name} that is a whole number, but {value!r}")
    return value
