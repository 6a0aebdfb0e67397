"""Verdicts of both rules of reuse: on stored cases, on more that are drawn here, and on poems of people.

The verdicts that a drawn case should get come from its making, and once more from :func:`plain_verdicts`, which looks
through all lines of the database without an index.
"""

import gzip
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.harness import Figures, Goal
from benchmarks.proftap.lines import POEMS
from versebench.pipelines.reuse.index_folder import build_index, open_index
from versebench.pipelines.reuse.poems_file import FilePoem, read_poems
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import LEAST_CHARACTERS, compared_lines
from versebench.transforms.reuse.rules import Verdict, verdicts
from versebench.transforms.reuse.same_works import same_as

CASES = "reuse_cases.jsonl.gz"
SEED, EACH, EVERY = 2026, 250, 9
MARKS = "！？；。"

Lines = Sequence[str]
Rules = tuple[bool, bool]
"""Whether a case is reused by the exact rule, and by the near one."""


@dataclass(frozen=True)
class Case:
    """A text that was made with some kind of reuse, and the verdicts that it should get."""

    kind: str
    text: str
    rules: Rules


KINDS: Mapping[str, Rules] = {
    "copy": (True, True),
    "two_consecutive": (True, True),
    "two_apart": (False, False),
    "one_line": (False, False),
    "two_from_two_poems": (True, False),
    "one_character": (False, True),
    "two_characters": (False, False),
    "traditional": (True, True),
    "marks": (True, True),
    "novel": (False, False),
    "line_order": (True, False),
    "half_line": (False, False),
}


def measure(data: Path, each: int = EACH, every: int = EVERY) -> Figures:
    """How many verdicts are right; ``each`` cases of every kind, and one poem of people in ``every``."""
    poems = list(read_poems(data / POEMS))
    with gzip.open(data / CASES, "rt", encoding="utf-8") as rows:
        stored = [
            Case(row["kind"], row["text"], (row["exact_rule"], row["near_rule"])) for row in map(json.loads, rows)
        ]
    drawn = list(draw(poems, each, SEED))
    texts = [compared_lines([case.text]) for case in drawn]
    with tempfile.TemporaryDirectory() as folder:
        build_index((data / POEMS,), Path(folder) / "index")
        index = open_index(Path(folder) / "index").index
        right = _right(stored, verdicts([compared_lines([case.text]) for case in stored], index))
        found = verdicts(texts, index)
        people = false_alarms([poem.lines for poem in poems if poem.lines][::every], index)
    plain = plain_verdicts(texts, [poem.lines for poem in poems])
    return {
        "cases": len(stored),
        "right": right,
        "drawn": len(drawn),
        "drawn_right": sum(rules == _rules(of) for rules, of in zip(plain, found, strict=True)),
        "drawn_as_made": _right(drawn, found),
        "people": people,
    }


def _stored(row: Mapping[str, Any]) -> Case:
    return Case(row["kind"], row["text"], (row["exact_rule"], row["near_rule"]))


def _rules(verdict: Verdict) -> Rules:
    return verdict.exact, verdict.near


def _right(cases: Sequence[Case], found: Sequence[Verdict]) -> int:
    return sum(case.rules == _rules(verdict) for case, verdict in zip(cases, found, strict=True))


def false_alarms(poems: Sequence[Lines], index: LineIndex) -> Figures:
    """The shares of people's poems that either rule calls reused; other records of the same work do not count."""
    found = verdicts(poems, index, same_as(poems, index))
    return {
        "poems": len(poems),
        "exact_share": sum(verdict.exact for verdict in found) / len(poems),
        "near_share": sum(verdict.near for verdict in found) / len(poems),
    }


def draw(poems: Sequence[FilePoem], each: int, seed: int) -> Iterator[Case]:
    """Cases of every kind from poems in lines of five or of seven characters, at least six of them."""
    usable = [poem for poem in poems if len(poem.lines) >= 6 and {*map(len, poem.lines)} in ({5}, {7})]
    characters = "".join("".join(poem.lines) for poem in usable)
    draws = Random(seed)
    for kind, rules in KINDS.items():
        for _ in range(each):
            yield Case(kind, _Maker(usable, characters, draws).text(kind), rules)


class _Maker:
    """Makes the text of one case."""

    def __init__(self, poems: Sequence[FilePoem], characters: str, draws: Random) -> None:
        self._poems, self._characters, self._draws = poems, characters, draws
        self._poem = draws.choice(poems)
        self._length = len(self._poem.lines[0])

    def text(self, kind: str) -> str:
        lines = self._poem.lines
        if kind == "traditional":
            return "\n".join(map(str, _paragraphs(self._poem)))
        if kind in ("copy", "marks"):
            marks = "，。" if kind == "copy" else self._draws.choices(MARKS, k=2)
            return "".join(line + marks[place % 2] for place, line in enumerate(lines))
        made = [self._novel() for _ in range(8)]
        place, source = self._draws.randrange(7), self._draws.randrange(len(lines) - 1)
        pair = lines[source : source + 2]
        if kind == "two_apart":
            made[0], made[4] = pair
        elif kind == "one_line":
            made[place] = pair[0]
        elif kind != "novel":
            made[place : place + 2] = self._changed(kind, pair)
        return "".join(line + "，。"[number % 2] for number, line in enumerate(made))

    def _changed(self, kind: str, pair: Lines) -> Lines:
        """Two lines that stand in a row, for two lines of a poem."""
        if kind == "line_order":
            return pair[::-1]
        if kind == "two_from_two_poems":
            return [pair[0], self._draws.choice(self._of_length()).lines[1]]
        if kind == "half_line":
            return [line[:2] + self._novel()[2:] for line in pair]
        changes = {"one_character": 1, "two_characters": 2}.get(kind, 0)
        return [self._with_changes(line, changes) for line in pair]

    def _of_length(self) -> list[FilePoem]:
        some = self._draws.choices(self._poems, k=50)
        return [poem for poem in some if len(poem.lines[0]) == self._length and poem is not self._poem]

    def _novel(self) -> str:
        return "".join(self._draws.choices(self._characters, k=self._length))

    def _with_changes(self, line: str, changes: int) -> str:
        changed = list(line)
        for place in self._draws.sample(range(len(line)), changes):
            changed[place] = next(char for char in "風東月一" if char != line[place])
        return "".join(changed)


def _paragraphs(poem: FilePoem) -> list[Any]:
    found = poem.fields["paragraphs"]
    return found if isinstance(found, list) else [found]


def plain_verdicts(texts: Sequence[Lines], poems: Sequence[Lines]) -> list[Rules]:
    """The verdicts of both rules on texts, from sets of strings with one character left out."""
    near: dict[str, set[tuple[int, int]]] = {
        masked: set() for text in texts for line in text for masked in _masks(line)
    }
    exact = {line: False for text in texts for line in text}
    for number, poem in enumerate(poems):
        for place, line in enumerate(poem):
            if line in exact and len(line) >= LEAST_CHARACTERS:
                exact[line] = True
            for masked in _masks(line):
                if masked in near:
                    near[masked].add((number, place))
    found = []
    for text in texts:
        places = [set().union(*(near[masked] for masked in _masks(line))) for line in text]
        follows = [{(poem, place + 1) for poem, place in of} for of in places]
        is_near = any(not first.isdisjoint(second) for first, second in zip(follows, places[1:], strict=False))
        is_exact = any(exact[first] and exact[second] for first, second in pairwise(text))
        found.append((is_exact, is_near))
    return found


def _masks(line: str) -> list[str]:
    """A line with each character left out in turn; nothing for a line that is too short to count."""
    if len(line) < LEAST_CHARACTERS:
        return []
    return [f"{line[:place]}*{line[place + 1 :]}" for place in range(len(line))]


def goals(of: Figures) -> Iterator[Goal]:
    """The goals of the section."""
    yield Goal("reuse cases: right verdicts", of["right"], of["cases"], "{:,.0f}")
    yield Goal("drawn reuse cases: right verdicts", of["drawn_right"], of["drawn"], "{:,.0f}")
