"""Choose the thresholds of the detectors of rhymes on verses that are marked by hand.

    python -m training.calibrate_rhymes [FILE] [--scores verse-2026]

The thresholds are those of a grid whose F1 is best on average over the settings next to them, so that they stand in the
middle of a plateau and not on a peak. FILE is ``samples/ghostwriting/marked.txt`` unless given.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path

import numpy as np

from training.rhyme_marks import Gold, f1, read_marks
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.hirjee_brown import HirjeeBrown
from versebench.transforms.prosody.rhyme_density.scores import PUBLISHED, TABLES
from versebench.transforms.prosody.rhyme_density.verse_rhymes import VerseRhymes

MARKS = Path(__file__).parents[1] / "samples" / "ghostwriting" / "marked.txt"

Grid = Mapping[str, Sequence[float]]

VERSE_RHYMES: Grid = {
    "least_stressed": (2.0, 2.5, 3.0, 3.5, 4.0),
    "least_weak": (-1.0, -0.5, 0.0, 0.5, 1.0),
    "line_ends": (2.0, 2.5, 3.0, 3.5, 4.0),
    "several": (2.0, 2.5, 3.0, 3.5, 4.0, 4.5),
    "single": (3.2, 3.6, 4.0, 4.4, 4.8, 5.2),
}
HIRJEE_BROWN: Grid = {"internal": (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)}
"""Their threshold for the ends of lines is published."""

GRIDS: Mapping[str, tuple[Callable[..., RhymeDetector], Grid]] = {
    VerseRhymes.name: (VerseRhymes, VERSE_RHYMES),
    HirjeeBrown.name: (HirjeeBrown, HIRJEE_BROWN),
}


def finds(gold: Gold, name: str, scores: str = PUBLISHED) -> np.ndarray:
    """What each setting of a detector finds with a table of scores, [a length for each key, labels]."""
    kind, grid = GRIDS[name]
    settings = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    found = np.stack([gold.found(kind(**setting, scores=scores)) for setting in settings])
    return found.reshape(*map(len, grid.values()), -1)


def best(found: np.ndarray, marked: np.ndarray) -> tuple[int, ...]:
    """The place in the grid whose F1 is best on average with its neighbours; of equal ones the first."""
    scores = np.array([f1(row, marked) for row in found.reshape(-1, found.shape[-1])]).reshape(found.shape[:-1])
    for axis in range(scores.ndim):
        padded = np.pad(scores, [(int(other == axis),) * 2 for other in range(scores.ndim)], mode="edge")
        scores = np.mean([np.take(padded, np.arange(scores.shape[axis]) + step, axis) for step in range(3)], axis=0)
    return tuple(int(place) for place in np.unravel_index(int(np.argmax(scores.round(9))), scores.shape))


def cross_validated(found: np.ndarray, gold: Gold) -> np.ndarray:
    """What is found in each verse with the thresholds that are best on the other verses."""
    result = np.zeros(len(gold.marked), bool)
    for number in range(len(gold.verses)):
        held_out = gold.verse == number
        place = best(found[..., ~held_out], gold.marked[~held_out])
        result[held_out] = found[(*place, held_out)]
    return result


def main(argv: Sequence[str] | None = None) -> None:
    """Print the thresholds of each detector, with their F1."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=MARKS)
    parser.add_argument("--scores", default=PUBLISHED, choices=TABLES, help="table of scores (default: %(default)s)")
    options = parser.parse_args(argv)
    gold = Gold(read_marks(options.file), SyllableLexicon(VersePronouncer()))
    for name, (_, grid) in GRIDS.items():
        found = finds(gold, name, options.scores)
        place = best(found, gold.marked)
        chosen = {key: values[at] for (key, values), at in zip(grid.items(), place, strict=True)}
        figures = f1(found[place], gold.marked), f1(cross_validated(found, gold), gold.marked)
        print(f"{name}: {chosen}: F1 {figures[0]:.3f}, cross-validated over verses {figures[1]:.3f}")  # noqa: T201


if __name__ == "__main__":
    main()
