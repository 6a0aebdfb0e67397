"""The verse that syllables and origins are counted on: limericks, poets of the Chicago corpus, a few other poems."""

import csv
import gzip
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from versebench.transforms.text.words import tokens

SAMPLES = Path(__file__).parents[2] / "samples"
LIMERICKS = Path("limericks") / "public_domain.jsonl"
POETS = Path("rhyme-gold") / "raw"
VERSE = Path("verse") / "poems.jsonl.gz"
GOLDSMITH = frozenset(("The Deserted Village", "The Traveller Or A Prospect Of Society"))
"""Poems in heroic couplets, line by line."""
CHURCHILL = frozenset(("The Ghost. Book II.", "The Ghost. Book III.", "The Ghost. Book IV."))
"""Poems in couplets of eight syllables, with a few notes of their editor."""
LYRICS = frozenset(("A Quiet Life", "Ode on St Cecilia's Day", "Chorus of Athenians"))
"""Poems of Pope that are in other metres than the heroic couplet, by title."""

_NUMBER = re.compile(r"^(?:[IVX]+\.|\d+)\s+")
_SPEAKER = re.compile(r"(?:^|(?<=--))[AP]\. ")
_PARTED_TIS = re.compile(r"(?<!\w)'([Tt]) (?=is\b|was\b|were\b|will\b)")
_JOINED = re.compile(r"--+|—|–")


@dataclass(frozen=True)
class Poem:
    """Lines of a poem under one annotation of rhyme; the title is empty if the file has none."""

    title: str
    scheme: str
    lines: tuple[str, ...]


def limerick_lines(data: Path) -> list[str]:
    """The lines of the limericks; none if they are not there."""
    if not (data / LIMERICKS).is_file():
        return []
    with (data / LIMERICKS).open(encoding="utf-8") as rows:
        return [line for row in rows for line in json.loads(row)["lines"]]


def lines_of(data: Path, author: str, titles: Collection[str]) -> list[str]:
    """The lines of some poems of the corpus of verse; none if it is not there."""
    if not (data / VERSE).is_file():
        return []
    with gzip.open(data / VERSE, "rt", encoding="utf-8", errors="replace") as rows:
        poems = [poem for poem in map(json.loads, (row for row in rows if author in row)) if poem["author"] == author]
    texts = [poem["text"] for poem in poems if poem["title"] in titles]
    return [as_verse(line.strip()) for text in texts for line in text.splitlines() if line.strip()]


def counted_by_hand(path: Path = SAMPLES / "syllables_21.csv") -> list[tuple[str, int]]:
    """The lines of 21 limericks of the sample with their syllables."""
    # The reader of the training script does the same, and would load torch.
    with path.open(encoding="utf-8", newline="") as rows:
        return [(row["text"], int(row["syllables"])) for row in csv.DictReader(rows)]


def words_of(line: str) -> list[str]:
    """The words of a line, without the marks around them, parted at dashes."""
    parted = _JOINED.sub(" — ", line)
    return [parted[token.word_start : token.word_end] for token in tokens(parted)]


def poems_of(data: Path, poet: str) -> list[Poem]:
    """The annotated parts of all poems of a poet; none if the corpus is not there."""
    path = data / POETS / f"{poet}.txt"
    return list(read_poems(corpus_text(path))) if path.is_file() else []


def corpus_text(path: Path) -> str:
    """The text of a file of the corpus, part of which was written on an old Macintosh."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return path.read_text(encoding="mac_roman")


def read_poems(text: str) -> Iterator[Poem]:
    """The annotated parts in the layout of the corpus: lines after headers in capitals, one each."""
    rows = [row.strip() for row in text.splitlines() if row.strip()]
    title = scheme = ""
    lines: list[str] = []
    for row, after in pairwise([*rows, "TITLE"]):
        head, *rest = row.split(maxsplit=1)
        if head not in _HEADS:
            lines.append(row)
        elif head == "TITLE":
            title, scheme = "".join(rest), ""
        else:
            # A scheme within the whole poem ends the stanza that it stands after, as in four of Byron's.
            scheme = "".join(rest) if head == "RHYME" else ""
        if lines and after.split(maxsplit=1)[0] in _HEADS:
            yield Poem(title, scheme, tuple(lines))
            lines, scheme = [], ""


_HEADS = frozenset(("AUTHOR", "TITLE", "RHYME", "RHYME-POEM"))


def heroic_lines(poems: Sequence[Poem]) -> list[str]:
    """The lines of Pope's heroic couplets: what is annotated as couplets in titled poems that are no lyrics.

    The poems without a title are left out, since some of them are lyrics too.
    """
    chosen = [poem for poem in poems if poem.scheme == "a a *" and poem.title and poem.title not in LYRICS]
    return [as_verse(line) for poem in chosen for line in poem.lines]


def as_verse(line: str) -> str:
    """A line without what its edition adds: numbers of sections, names of speakers, the gap in *'T is*."""
    line = _SPEAKER.sub("", _NUMBER.sub("", line))
    return _PARTED_TIS.sub(lambda found: f"'{found[1]}", line)
