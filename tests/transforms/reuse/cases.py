"""Poems that repeat lines of a database in twelve ways, each with the verdict of both rules.

python -m tests.transforms.reuse.cases > samples/chinese/reuse_cases.jsonl    # four of each kind, seed 1
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from versebench.models.simplified import simplified
from versebench.transforms.reuse.lines import compared_lines

SAMPLE = Path(__file__).parents[3] / "samples/chinese/poems.json"
FEWEST_LINES = 4

Lines = list[str]
Case = dict[str, Any]


def sample_poems() -> list[Lines]:
    """The lines of the good poems of the sample, in traditional characters."""
    poems = [poem for poem in json.loads(SAMPLE.read_text(encoding="utf-8")) if poem["expect"] == "kept"]
    return [_split("".join(poem["paragraphs"])) for poem in poems]


def _split(text: str) -> Lines:
    for mark in "，。？！；":
        text = text.replace(mark, " ")
    return text.split()


class Maker:
    """Makes cases from poems of a database whose lines have one length, of at least four characters."""

    def __init__(self, poems: Sequence[Lines], seed: int) -> None:
        even = [lines for lines in poems if len(lines) >= FEWEST_LINES and len(set(map(len, lines))) == 1]
        self._poems = [lines for lines in even if len(lines[0]) >= FEWEST_LINES]
        self._known = {line for lines in poems for line in compared_lines(["，".join(lines)])}
        self._characters = sorted({char for lines in poems for char in "".join(lines)})
        self._random = random.Random(seed)

    def cases(self, each: int) -> Iterator[Case]:
        """So many cases of each kind."""
        for kind, (make, exact, near) in KINDS.items():
            for number in range(each):
                lines = make(self, self._random.choice(self._poems))
                ends = "　！\n" if kind == "marks" else "，。"
                text = "".join(line + (ends[0] if place % 2 == 0 else ends[1:]) for place, line in enumerate(lines))
                yield {"id": f"{kind}-{number}", "kind": kind, "text": text, "exact_rule": exact, "near_rule": near}

    def new(self, like: Lines, count: int) -> Lines:
        """Lines that are near none of the database: each differs from every one in two characters or more."""
        made: Lines = []
        while len(made) < count:
            line = "".join(self._random.choice(self._characters) for _ in like[0])
            compared = compared_lines([line])[0]
            if all(_apart(compared, known) > 1 for known in self._known):
                made.append(line)
        return made

    def changed(self, line: str, times: int) -> str:
        """A line with so many characters replaced by one that stands nowhere else."""
        places = self._random.sample(range(len(line)), times)
        return "".join("龘" if place in places else char for place, char in enumerate(line))

    def two(self, lines: Lines) -> tuple[int, Lines]:
        """The place of two lines in a row, and these lines."""
        place = self._random.randrange(len(lines) - 1)
        return place, lines[place : place + 2]

    def of_other(self, lines: Lines) -> str:
        """A line of another poem, with the same number of characters."""
        fitting = [of for of in self._poems if of is not lines and len(of[0]) == len(lines[0])]
        return self._random.choice(self._random.choice(fitting))


def _apart(one: str, other: str) -> int:
    return sum(map(str.__ne__, one, other)) if len(one) == len(other) else 99


def _within(make: Callable[[Maker, Lines], Lines]) -> Callable[[Maker, Lines], Lines]:
    """Lines between two new ones."""

    def within(of: Maker, lines: Lines) -> Lines:
        first, last = of.new(lines, 2)
        return [first, *make(of, lines), last]

    return within


def _half(of: Maker, lines: Lines) -> Lines:
    new = of.new(lines, 2)
    half = len(lines[0]) // 2
    return [line[:half] + other[half:] for line, other in zip(of.two(lines)[1], new, strict=True)]


KINDS: dict[str, tuple[Callable[[Maker, Lines], Lines], bool, bool]] = {
    "copy": (lambda _of, lines: lines, True, True),
    "marks": (lambda _of, lines: lines, True, True),
    "other_characters": (lambda _of, lines: [simplified(line) for line in lines], True, True),
    "two_consecutive": (_within(lambda of, lines: of.two(lines)[1]), True, True),
    "line_order": (_within(lambda of, lines: of.two(lines)[1][::-1]), True, False),
    "two_from_two_poems": (_within(lambda of, lines: [lines[0], of.of_other(lines)]), True, False),
    "one_character": (_within(lambda of, lines: [of.changed(line, 1) for line in of.two(lines)[1]]), False, True),
    "two_characters": (_within(lambda of, lines: [of.changed(line, 2) for line in of.two(lines)[1]]), False, False),
    "two_apart": (lambda of, lines: [lines[0], *of.new(lines, 1), lines[1]], False, False),
    "one_line": (_within(lambda _of, lines: lines[:1]), False, False),
    "half_line": (_within(_half), False, False),
    "novel": (lambda of, lines: of.new(lines, 4), False, False),
}
"""Each kind with what makes it, and the verdicts of ``exact.v1`` and ``near.v1``."""

if __name__ == "__main__":
    for case in Maker(sample_poems(), 1).cases(4):
        sys.stdout.write(json.dumps(case, ensure_ascii=False) + "\n")
