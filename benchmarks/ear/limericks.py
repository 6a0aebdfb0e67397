"""How many good limericks the default profile refuses: those of the public domain, with verdicts of a reader.

The verdicts stand in ``docs/limericks-refused.csv``: for each limerick that was refused, the end words that were
compared, and whether the refusal is wrong. It is wrong if the lines rhyme AABBA for a reader of today in some accent,
also by a comic pronunciation that the poem plays on. It is right if lines are wrongly split, if there is another
scheme, or if lines rhyme nearly or for the eye. A refusal without a verdict counts as wrong.

The measured settings are those of a recipe without the keys ``clean`` and ``ear``, those of the first edition, and
those of the second edition in American alone.
"""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.settings import AMERICAN, EITHER, Edition, RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory, Stanza

READ = Path(__file__).parents[2] / "docs" / "limericks-refused.csv"
LINES = 5
WRONG, RIGHT, UNREAD = "wrong", "right", "unread"
DEFAULT = "default"
SETTINGS: dict[str, tuple[str, RhymeSettings]] = {
    DEFAULT: ("verse-ear.v2", EITHER),
    "first edition, American": ("verse-ear", AMERICAN),
    "second edition, American": ("verse-ear.v2", RhymeSettings(edition=Edition.SECOND)),
}


@dataclass(frozen=True)
class RefusedLimerick:
    """A limerick that the profile refuses: the words that were compared, and the verdict on the refusal."""

    poem: str
    reason: str
    detail: str
    end_words: tuple[str, ...]
    verdict: str


def read_verdicts(path: Path) -> dict[str, str]:
    """The verdict on the refusal of each limerick, by its id."""
    with path.open(encoding="utf-8", newline="") as rows:
        verdicts = {row["id"]: row["refusal"] for row in csv.DictReader(rows)}
    if odd := sorted(set(verdicts.values()) - {WRONG, RIGHT}):
        raise ValueError(f"{path}: unknown verdict {odd[0]!r}; write {WRONG} or {RIGHT}")
    return verdicts


def refusals(
    poems: Sequence[tuple[str, Sequence[str]]], pronouncer: Pronouncer, rhymes: RhymeSettings, verdicts: dict[str, str]
) -> list[RefusedLimerick]:
    """The limericks that the default profile refuses, with their verdicts."""
    sounds, form = SoundMemory(pronouncer, rhymes), FORMS["limerick"]
    refused = []
    for poem, lines in poems:
        stanza = Stanza(lines, form, sounds)
        if found := refused_by(stanza, PROFILES["versebench"]):
            words = tuple(word or "" for word in stanza.end_words)
            verdict = verdicts.get(poem, UNREAD)
            refused.append(RefusedLimerick(poem, found.refusal.reason, found.refusal.detail or "", words, verdict))
    return refused


def measure(path: Path, read: Path = READ) -> dict[str, Any]:
    """Refusals under each of the settings, and how many of them are wrong."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    stripped = [(row["id"], [line for line in row["lines"] if line.strip()]) for row in rows]
    poems = [(poem, lines) for poem, lines in stripped if len(lines) == LINES]
    verdicts = read_verdicts(read)
    measured = []
    for name, (pronunciations, rhymes) in SETTINGS.items():
        refused = refusals(poems, load_pronouncer(pronunciations), rhymes, verdicts)
        measured.append(
            {
                "name": name,
                "refused": len(refused),
                "wrongly_refused": sum(one.verdict != RIGHT for one in refused),
                "unread": sum(one.verdict == UNREAD for one in refused),
                "refusals": [asdict(one) for one in refused],
            }
        )
    return {"limericks": len(poems), "settings": measured}
