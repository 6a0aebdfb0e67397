"""How often rhyme detection finds the scheme of a limerick, if its writers state the scheme.

The good poems of ``samples/limericks.json`` rhyme AABBA by their writers' own rule (``samples/README.md``); those of
``samples/flaws.csv`` that break the scheme say how. No annotator labelled other poems. Slant and eye rhymes are faults
in the sample, and a scheme finder for verse takes some of them for rhymes: these are the errors on the flawed poems.
"""

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.ear.texts import SAMPLES
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder

LIMERICK = "aabba"
BROKEN = "rhyme_scheme"


@dataclass(frozen=True)
class Labelled:
    """A poem whose writers say that it is in the scheme, or why it is not."""

    poem: str
    lines: tuple[str, ...]
    flaw: str = ""


@dataclass(frozen=True)
class Miss:
    """A poem for which the detected scheme differs from the written one."""

    poem: str
    heard: str
    flaw: str


def labelled(samples: Path = SAMPLES) -> list[Labelled]:
    """The good poems of the sample and those whose one flaw is the scheme."""
    with (samples / "flaws.csv").open(encoding="utf-8", newline="") as rows:
        flaws = {row["id"]: row for row in csv.DictReader(rows)}
    poems = json.loads((samples / "limericks.json").read_text(encoding="utf-8"))
    return [
        Labelled(
            poem["id"], tuple(poem["limerick"].split("\n")), flaws[poem["id"]]["flaw"] if poem["id"] in flaws else ""
        )
        for poem in poems
        if poem["id"] not in flaws or flaws[poem["id"]]["expect"] == BROKEN
    ]


def misses(poems: Iterable[Labelled], finder: SchemeFinder) -> list[Miss]:
    """Good poems that are detected in another scheme, and flawed poems that are detected in the scheme."""
    detected = [(poem, finder.scheme(poem.lines)) for poem in poems]
    return [Miss(poem.poem, scheme, poem.flaw) for poem, scheme in detected if (scheme == LIMERICK) == bool(poem.flaw)]


def measure() -> dict[str, Any]:
    """Shares of poems whose detected scheme is right. The sample is part of the project, and no peer is measured."""
    poems = labelled()
    wrong = misses(poems, SchemeFinder(VersePronouncer()))
    flawed = sum(bool(poem.flaw) for poem in poems)
    wrongly_in = sum(bool(miss.flaw) for miss in wrong)
    good = len(poems) - flawed
    return {
        "good": {"poems": good, "right": (good - len(wrong) + wrongly_in) / good},
        "flawed": {"poems": flawed, "right": (flawed - wrongly_in) / flawed},
        "misses": [asdict(miss) for miss in wrong],
    }
