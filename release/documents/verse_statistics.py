"""Metres, rhymes and sound devices of the scanned poems of a release, by author."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

MOST_AUTHORS = 10
"""The authors with most poems, who have a row of their own."""

ALL, OTHERS = "All poems", "Other authors"


@dataclass(frozen=True)
class AuthorVerse:
    """The scanned poems of an author, or of several: their lines, poems by metre, devices by kind, rhymes by class."""

    author: str
    poems: int
    lines: int
    metres: Mapping[str, int]
    devices: Mapping[str, int]
    rhymes: Mapping[str, int]


def verse_by_author(shards: Iterable[tuple[pa.Table, pa.Table]]) -> tuple[AuthorVerse, ...]:
    """All scanned poems, then those of each author with many, then those of all others, named or not.

    Takes (poems, annotation) of every shard. Empty if no poem was scanned.
    """
    groups: dict[str | None, _Sums] = {}
    for poems, annotation in shards:
        authors = dict(zip(*(poems.column(name).to_pylist() for name in ("work_id", "author")), strict=True))
        columns = ["work_id", "heard_metre", "line_beats", "device_kind", "device_number", "line_rhyme"]
        for row in annotation.select(columns).to_pylist():
            if row["heard_metre"] is not None:
                groups.setdefault(authors[row["work_id"]], _Sums()).add(row)
    return tuple(_rows(groups)) if groups else ()


@dataclass
class _Sums:
    poems: int = 0
    lines: int = 0
    metres: Counter[str] = field(default_factory=Counter)
    devices: Counter[str] = field(default_factory=Counter)
    rhymes: Counter[str] = field(default_factory=Counter)

    def add(self, row: Mapping[str, Any]) -> None:
        self.poems += 1
        self.lines += sum(beats > 0 for beats in row["line_beats"])
        self.metres[row["heard_metre"]] += 1
        self.rhymes.update(filter(None, row["line_rhyme"]))
        self.devices.update(kind for kind, _ in set(zip(row["device_kind"], row["device_number"], strict=True)))

    def named(self, author: str) -> AuthorVerse:
        return AuthorVerse(author, self.poems, self.lines, dict(self.metres), dict(self.devices), dict(self.rhymes))


def _rows(groups: Mapping[str | None, _Sums]) -> Iterator[AuthorVerse]:
    named = {author: sums for author, sums in groups.items() if author}
    first = sorted(named, key=lambda author: (-named[author].poems, author))[:MOST_AUTHORS]
    yield _sum(groups.values()).named(ALL)
    yield from (named[author].named(author) for author in first)
    others = [sums for author, sums in groups.items() if author not in first]
    if others:
        yield _sum(others).named(OTHERS)


def _sum(parts: Iterable[_Sums]) -> _Sums:
    whole = _Sums()
    for part in parts:
        whole.poems += part.poems
        whole.lines += part.lines
        whole.metres += part.metres
        whole.devices += part.devices
        whole.rhymes += part.rhymes
    return whole
