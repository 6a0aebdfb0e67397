"""Learn the costs of the scanner from lines that people scanned, by maximum entropy.

What a syllable of each class costs with a beat and without one, and what licences and pauses cost, is learned; it
begins with the costs in ``training/scanner_costs_by_hand.json``, and the further a cost goes from there the more
evidence it needs. The costs of the metres stay as they were set by hand: learned from few poems, they made the choice
of the metre worse on others. For each line, the scanner lists its best readings in each metre; the costs are moved so
that the readings that people gave, in the metre of the poem, become probable among these.

Prints lines and syllables right of each set: by hand, and cross-validated, where the poems are in five parts and each
part is scanned with costs learned from the other four. ``--write`` writes the costs learned from all poems.

    python -m training.scanner --data DIR [--write]
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from training.scansion_data import SETS, ScannedPoem, read_poems
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.best_readings import Path as ReadingPath
from versebench.models.scanner.best_readings import best_paths
from versebench.models.scanner.contract import BEAT, REST, Stanza, VerseLine
from versebench.models.scanner.costs import COSTS, Costs, costs_of
from versebench.models.scanner.lattice import least_costs
from versebench.models.scanner.syllable_classes import MONOSYLLABLES
from versebench.models.scanner.verse_scanner import VerseScanner
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.transforms.prosody.scansion.verse_words import verse_words

BY_HAND = Path(__file__).parent / "scanner_costs_by_hand.json"
LEARNED = ("beat.", "rest.", "licences.", "pauses.")
"""Costs that are learned, by the beginnings of their names."""

READINGS = 12
"""Readings of a line in each metre."""
WINDOW = 10_000
PARTS = 5
STEPS = 200
RATE = 0.02
PRIOR = 0.003
"""Weight of the squared distance (in nats) of each cost from where it began, against the mean loss of a line."""

Values = dict[str, Any]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Poem:
    """A poem with its words as the scanner reads them."""

    scanned: ScannedPoem
    words: Sequence[Stanza]


@dataclass(frozen=True)
class Example:
    """The readings of a line: how often each takes each cost that is learned, and which of them people gave.

    ``others`` are the costs of each reading that are not learned, in nats.
    """

    counts: Floats
    others: Floats
    right: npt.NDArray[np.bool_]


def read_words(poems: Sequence[ScannedPoem]) -> list[Poem]:
    """The words of poems, pronounced and tagged."""
    pronouncer, tagger = VersePronouncer(), load_tagger()
    return [Poem(poem, verse_words(poem.texts, pronouncer, tagger)) for poem in poems]


def flat(values: Mapping[str, Any], before: str = "") -> dict[str, int]:
    """The costs of a file by their names: ``metres.iambic.gap.0``."""
    costs: dict[str, int] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            costs.update(flat(value, f"{before}{name}."))
        elif isinstance(value, list):
            costs.update({f"{before}{name}.{place}": number for place, number in enumerate(value)})
        else:
            costs[before + name] = value
    return costs


def unflat(values: Mapping[str, Any], costs: Mapping[str, int], before: str = "") -> Values:
    """Values of the same shape with other costs."""
    made: Values = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            made[name] = unflat(value, costs, f"{before}{name}.")
        elif isinstance(value, list):
            made[name] = [costs[f"{before}{name}.{place}"] for place in range(len(value))]
        else:
            made[name] = costs[before + name]
    return made


def counted(path: ReadingPath, line: VerseLine, metre: str) -> Counter[str]:
    """How often a reading takes each cost, by the names of :func:`flat`."""
    counts: Counter[str] = Counter()
    spoken = [number for number, word in enumerate(line) if word.pronunciations]
    for arc, sign, before in path.steps:
        if arc.syllable <= 0:
            counts.update(f"licences.{name}" for name in arc.option.licences)
        if sign == BEAT:
            counts[f"beat.{arc.option.classes[arc.syllable]}"] += 1
            counts[_before_beat(before, metre, after_pause=arc.after_pause)] += 1
        elif sign == REST:
            name = arc.option.classes[arc.syllable]
            counts[f"rest.{name}"] += 1
            if name in MONOSYLLABLES and (line[arc.word].pause or arc.word == spoken[-1] == len(line) - 1):
                counts["pauses.rest_before_pause"] += 1
    if path.end > 3:
        counts[f"metres.{metre}.ending.{path.end - (4 if path.end < 7 else 7)}"] += 1
    return counts


def _before_beat(state: int, metre: str, *, after_pause: bool) -> str:
    if after_pause and state in (4, 7):
        return "pauses.clash_at_pause"
    for part, first, states in (("opening", 0, 4), ("second", 4, 3), ("gap", 7, 4)):
        if first <= state < first + states:
            return f"metres.{metre}.{part}.{state - first}"
    raise ValueError(f"there is no state {state}")


def examples(poems: Sequence[Poem], values: Values) -> list[Example]:
    """The lines of poems that have a right reading and a wrong one among the best readings in all metres.

    A reading is right if people gave it and it is in the metre of the poem, so that metres stay comparable.
    """
    costs, prices = costs_of(values), flat(values)
    scanner, places = VerseScanner(costs), {name: place for place, name in enumerate(learned_names(prices))}
    found = []
    for poem in poems:
        metre = poem.scanned.metre or scanner.scan(poem.words).metre
        for stanza, words in zip(poem.scanned.stanzas, poem.words, strict=True):
            for line, spoken in zip(stanza, words, strict=True):
                readings = list(_readings(scanner, costs, spoken))
                right = np.array([name == metre and path.reading.pattern in line.patterns for name, path in readings])
                if right.any() and not right.all():
                    found.append(
                        _example([counted(path, spoken, name) for name, path in readings], right, places, prices)
                    )
    return found


def learned_names(prices: Iterable[str]) -> list[str]:
    """The names of the costs that are learned."""
    return [name for name in prices if name.startswith(LEARNED)]


def _example(
    readings: Sequence[Counter[str]],
    right: npt.NDArray[np.bool_],
    places: Mapping[str, int],
    prices: Mapping[str, int],
) -> Example:
    counts, others = np.zeros((len(readings), len(places))), np.zeros(len(readings))
    for row, reading in enumerate(readings):
        for cost, times in reading.items():
            if cost in places:
                counts[row, places[cost]] = times
            else:
                others[row] += times * prices[cost] / 1_000
    return Example(counts, others, right)


def _readings(scanner: VerseScanner, costs: Costs, line: VerseLine) -> Iterator[tuple[str, ReadingPath]]:
    """The best readings of a line in each metre."""
    lattice = scanner.lattice(line)
    if lattice is not None:
        for name, metre in costs.metres.items():
            for path in islice(best_paths(lattice, least_costs(lattice, metre), metre, WINDOW), READINGS):
                yield name, path


def learn(lines: Sequence[Example], begin: Floats) -> Floats:
    """The costs in nats that make the right readings most probable, by gradient descent (Adam)."""
    costs, first, second = begin.copy(), np.zeros_like(begin), np.zeros_like(begin)
    counts = np.concatenate([line.counts for line in lines])
    others = np.concatenate([line.others for line in lines])
    right = np.concatenate([line.right for line in lines])
    sizes = [len(line.right) for line in lines]
    starts = np.cumsum([0, *sizes])[:-1]

    def shares(scores: Floats) -> Floats:
        weights = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        shares_of_lines: Floats = weights / np.repeat(np.add.reduceat(weights, starts), sizes)
        return shares_of_lines

    for step in range(1, STEPS + 1):
        scores = -(counts @ costs) - others
        gradient = (shares(np.where(right, scores, -1e9)) - shares(scores)) @ counts / len(lines)
        gradient += PRIOR * (costs - begin)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        costs -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        np.maximum(costs, 0, out=costs)
    return costs


def learned_values(values: Values, poems: Sequence[Poem]) -> Values:
    """The costs of a file after learning from poems."""
    prices = flat(values)
    names = learned_names(prices)
    costs = learn(examples(poems, values), np.array([prices[name] for name in names]) / 1_000)
    prices.update({name: round(1_000 * cost) for name, cost in zip(names, costs.tolist(), strict=True)})
    return unflat(values, prices)


def part_of(poem: ScannedPoem) -> int:
    """The part of a poem, by a hash of its name."""
    return int.from_bytes(sha256(poem.name.encode()).digest()[:4]) % PARTS


def by_hand() -> Values:
    """The costs from which learning begins."""
    values: Values = json.loads(BY_HAND.read_text(encoding="utf-8"))
    return values


def cross_validated(poems: Sequence[Poem]) -> dict[int, VerseScanner]:
    """For each part of the poems, a scanner with costs learned from the others."""
    scanners = {}
    for part in range(PARTS):
        others = [poem for poem in poems if part_of(poem.scanned) != part]
        scanners[part] = VerseScanner(costs_of(learned_values(by_hand(), others)))
    return scanners


def accuracies(poems: Iterable[Poem], scanner_of: Callable[[ScannedPoem], VerseScanner]) -> dict[str, dict[str, float]]:
    """Lines and syllables right of each set; a line is right if it equals any pattern that people gave.

    Syllables are counted over lines of the right length.
    """
    totals = {name: Counter[str]() for name in SETS}
    for poem in poems:
        count = totals[poem.scanned.origin]
        scansion = scanner_of(poem.scanned).scan(poem.words)
        for stanza, scanned in zip(poem.scanned.stanzas, scansion.stanzas, strict=True):
            for line, verse in zip(stanza, scanned, strict=True):
                pattern = verse.best.pattern if verse.best else ""
                count.update(lines=1, right=pattern in line.patterns)
                if same := [given for given in line.patterns if len(given) == len(pattern)]:
                    most = max(sum(map(str.__eq__, given, pattern)) for given in same)
                    count.update(syllables=len(pattern), syllables_right=most)
    return {
        name: {
            "lines": count["lines"],
            "lines_right": count["right"] / count["lines"],
            "syllables_right": count["syllables_right"] / count["syllables"],
        }
        for name, count in totals.items()
        if count["syllables"]
    }


def metres_right(poems: Iterable[Poem], scanner_of: Callable[[ScannedPoem], VerseScanner]) -> float:
    """The share of the poems that state a metre in which the scanner finds it."""
    stated = [poem for poem in poems if poem.scanned.metre]
    right = sum(scanner_of(poem.scanned).scan(poem.words).metre == poem.scanned.metre for poem in stated)
    return right / len(stated)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of corpora")
    parser.add_argument("--write", action="store_true", help="replace the shipped costs by what is learned")
    options = parser.parse_args(argv)
    poems = read_words(read_poems(options.data))
    begin, parts = VerseScanner(costs_of(by_hand())), cross_validated(poems)
    figures = {
        "by hand": accuracies(poems, lambda _poem: begin),
        "cross-validated": accuracies(poems, lambda poem: parts[part_of(poem)]),
    }
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    if options.write:
        write(learned_values(by_hand(), poems), COSTS)
    return 0


def write(values: Values, path: Path) -> None:
    """Write costs to a file."""
    path.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
