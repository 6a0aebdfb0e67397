"""What the scanner finds in verse whose form is known: Watts's hymns, pentameters, and lines of four beats.

Watts used three metres: 8-6-8-6, 8-8-8-8 and 6-6-8-6; a stanza of four lines is counted if the lengths of its readings
are one of them. Blank verse and couplets have five beats a line, and Christabel and Beowulf four, by the word of
Coleridge and of the translator. Long works are cut into passages of fourteen lines, each scanned as a poem. The shipped
costs were learned from 155 lines of these works among others: those lines are scanned and not counted. Two poems that
the corpus calls blank verse are in stanzas of four beats, and two of its couplets are mostly prose: they are left out,
as are headings, lines in capitals.
"""

import gzip
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.harness import Figures
from training.scansion_data import read_poems
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.contract import Scansion
from versebench.models.scanner.verse_scanner import VerseScanner
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.transforms.prosody.scansion.verse_words import verse_words

Stanzas = Sequence[Sequence[str]]

FORMS = Path("forms") / "forms.jsonl.gz"
LEFT_OUT = frozenset(
    (
        "Sir Launcelot And Queen Guinevere",
        "To Ulysses*",
        "The Dunciad: Appendix",
        'Prologue To "The Mistakes." By Joseph Harris, Comedian, 1690. (Written By Some Other.)',
    )
)
"""Works by Tennyson, Pope and Dryden that are not in the form that the corpus states, by title."""
WATTS = ((8, 6, 8, 6), (8, 8, 8, 8), (6, 6, 8, 6))
BEATS = {"blank-verse": 5, "couplets": 5, "strong-stress": 4}
PASSAGE = 14
MOST_PASSAGES = 8
"""Of one work, so that long works do not decide alone."""


def measure(data: Path, works: int) -> Figures:
    """The share of Watts's stanzas in his metres, and of lines with the beats of their form."""
    scan, learned = _Scan(), {line.text for poem in read_poems(data) for stanza in poem.stanzas for line in stanza}
    rows = [row for row in _rows(data / FORMS) if row["title"] not in LEFT_OUT]
    hymns = [row["stanzas"] for row in _chosen(rows, "hymn", works)]
    found: Figures = {"hymn": watts_share(hymns, map(scan, hymns), learned)}
    for form, beats in BEATS.items():
        passages = [[passage] for row in _chosen(rows, form, works) for passage in passages_of(row["stanzas"])]
        found[form] = beats_share(passages, map(scan, passages), beats, learned)
    return found


def watts_share(hymns: Sequence[Stanzas], scansions: Iterable[Scansion], learned: Collection[str]) -> Figures:
    """How many stanzas of four lines are in one of the three metres; those with a line in ``learned`` do not count."""
    count = Counter[str]()
    for stanzas, hymn in zip(hymns, scansions, strict=True):
        for texts, stanza in zip(stanzas, hymn.stanzas, strict=True):
            if len(stanza) == len(WATTS[0]) and not any(text in learned for text in texts):
                lengths = tuple(len(line.best.pattern) if line.best else 0 for line in stanza)
                count.update(all=1, right=lengths in WATTS)
    return {"stanzas": count["all"], "share": _share(count)}


def beats_share(
    passages: Sequence[Stanzas], scansions: Iterable[Scansion], beats: int, learned: Collection[str]
) -> Figures:
    """How many lines have so many beats; those in ``learned`` do not count."""
    count = Counter[str]()
    for stanzas, passage in zip(passages, scansions, strict=True):
        for texts, stanza in zip(stanzas, passage.stanzas, strict=True):
            for text, line in zip(texts, stanza, strict=True):
                if text not in learned:
                    count.update(all=1, right=line.best is not None and line.best.beats == beats)
    return {"lines": count["all"], "share": _share(count)}


def _share(count: Mapping[str, int]) -> float | None:
    return count["right"] / count["all"] if count["all"] else None


def passages_of(stanzas: Sequence[Sequence[str]]) -> list[list[str]]:
    """The first passages of a work, without its headings."""
    lines = [line for stanza in stanzas for line in stanza if not line.isupper()]
    starts = range(0, len(lines), PASSAGE)
    return [lines[start : start + PASSAGE] for start in starts][:MOST_PASSAGES]


def _rows(path: Path) -> list[Mapping[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _chosen(rows: Sequence[Mapping[str, Any]], form: str, works: int) -> Iterator[Mapping[str, Any]]:
    """So many works of a form, by a hash of their ids."""
    of_form = [row for row in rows if row["form_hint"] == form]
    yield from sorted(of_form, key=lambda row: sha256(row["id"].encode()).digest())[:works]


class _Scan:
    """From the lines of stanzas to a scansion."""

    def __init__(self) -> None:
        self._pronouncer, self._tagger, self._scanner = VersePronouncer(), load_tagger(), VerseScanner()

    def __call__(self, stanzas: Sequence[Sequence[str]]) -> Scansion:
        return self._scanner.scan(verse_words(stanzas, self._pronouncer, self._tagger))
