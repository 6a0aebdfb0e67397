"""Which poems lend their titles to the test."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from versebench.models.poets.training_titles import text_hash
from versebench.schemas.proftap import TITLES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.proftap.prompts import drawn_form
from versebench.transforms.proftap.settings import Titles
from versebench.transforms.proftap.titles import asked_title, has_number, is_of_series, title_key, title_names
from versebench.transforms.proftap.trait_columns import trait_columns
from versebench.transforms.proftap.traits import Traits
from versebench.transforms.reuse.lines import compared_lines
from versebench.transforms.text.draws import rank

SHARED_LINES = 0.5
"""Two poems with so many lines in common, as a share of the shorter one, are one work."""

Row = dict[str, Any]


@dataclass(frozen=True)
class OfferTitles:
    """The first titles of a shard in the order of drawing, as many as the whole test needs.

    ``trained_on`` are hashes of titles that a poet was trained on; ``unknown`` names the poets that do not say.
    """

    directory: str
    kept: Manifest
    titles: Titles
    trained_on: frozenset[int]
    unknown: tuple[str, ...]
    seed: int

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``titles``. Counts: ``titles``, and ``left_out/<why>`` for poems without a title to ask."""
        names = ["work_id", "title", "author", "text"]
        left_out: Counter[str] = Counter()
        rows = []
        for poem in read_table(self.directory, self.kept, "poems", shard, names).to_pylist():
            why = self._problem(poem["title"])
            if why is None:
                rows.append(poem)
            else:
                left_out[f"left_out/{why}"] += 1
        offered = sorted(rows, key=lambda poem: drawing_rank(self.seed, poem["work_id"]))
        if self.titles.strata == "none":
            offered = offered[: self._most]
        seen = trait_columns(["\n".join(compared_lines(poem["text"].split("\n"))) for poem in offered]).rows()
        made = self._first([self._row(poem, traits) for poem, traits in zip(offered, seen, strict=True)])
        return ShardOutput({TITLES.name: TITLES.build_rows(made)}, {"titles": len(rows), **left_out})

    def _first(self, offered: Sequence[Row]) -> list[Row]:
        """As many rows of each stratum as the test may need, by their ids."""
        strata: Counter[str] = Counter()
        first = []
        for row in offered:
            stratum = row["yan"] if self.titles.strata == "yan" else ""
            strata[stratum] += 1
            if strata[stratum] <= self._most:
                first.append(row)
        return sorted(first, key=lambda row: str(row["title_id"]))

    @property
    def _most(self) -> int:
        """Poems that a shard offers of a stratum: more than needed, as some share their title or lines with others."""
        return 4 * self.titles.number + 100

    def _problem(self, title: str | None) -> str | None:
        asked = asked_title(title or "")
        if not asked:
            return "no_title"
        if len(asked) > self.titles.longest:
            return "long_title"
        if is_of_series(asked) or (self.titles.series == "refuse" and has_number(title or "")):
            return "series"
        known = any(text_hash(name) in self.trained_on for name in title_names(title or ""))
        return "trained_on" if known else None

    def _row(self, poem: Mapping[str, Any], seen: Traits) -> Row:
        return {
            "title_id": poem["work_id"],
            "title": asked_title(poem["title"]),
            "source_title": poem["title"],
            "author": poem["author"],
            "form": seen.form,
            "yan": seen.yan,
            "place": 1,
            "asked_form": drawn_form(self.seed, poem["work_id"]),
            "training_unknown": list(self.unknown),
        }


@dataclass(frozen=True)
class TakeTitles:
    """The offered titles of a shard that were chosen; ``places`` has the place of each by its id."""

    directory: str
    offered: Manifest
    places: Mapping[str, int] = field(hash=False)

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``titles``. Counts: ``titles``."""
        rows = read_table(self.directory, self.offered, TITLES.name, shard).to_pylist()
        chosen = [{**row, "place": self.places[row["title_id"]]} for row in rows if row["title_id"] in self.places]
        return ShardOutput({TITLES.name: TITLES.build_rows(chosen)}, {"titles": len(chosen)})


def drawing_rank(seed: int, work: str) -> int:
    """The rank of a poem in the order of drawing."""
    return rank(seed, "titles", work, 0)


def choose(
    rows: Iterable[Row], lines: Mapping[str, tuple[str, ...]], titles: Titles, seed: int
) -> tuple[list[Row], Counter[str]]:
    """The first titles in the order of drawing, each title and each work once; and how many were left out by reason.

    ``rows`` are offered titles, ``lines`` the lines of their poems as they are compared. Fewer than asked if there are
    no more. Reasons: ``same_title`` and ``same_work`` as one before, and ``line_length`` if no more are needed of it.
    """
    left_out: Counter[str] = Counter()
    room = _room(titles)
    chosen: list[Row] = []
    used: set[str] = set()
    seen: list[frozenset[str]] = []
    for row in sorted(rows, key=lambda row: drawing_rank(seed, row["title_id"])):
        stratum = row["yan"] if titles.strata == "yan" else ""
        own = frozenset(lines[row["title_id"]])
        if not room.get(stratum):
            left_out["line_length"] += 1
        elif title_key(row["title"]) in used:
            left_out["same_title"] += 1
        elif any(_alike(own, other) for other in seen):
            left_out["same_work"] += 1
        else:
            room[stratum] -= 1
            used.add(title_key(row["title"]))
            seen.append(own)
            chosen.append(row)
    return chosen, left_out


def _room(titles: Titles) -> dict[str, int]:
    if titles.strata == "none":
        return {"": titles.number}
    return {"5-yan": -(-titles.number // 2), "7-yan": titles.number // 2}


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return bool(shared) and shared >= SHARED_LINES * min(len(one), len(other))


def lines_of_works(shards: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lines of poems, given by id and text, as they are compared."""
    for shard in shards:
        for work, text in shard.items():
            yield work, tuple(compared_lines(text.split("\n")))
