"""A second tagger, of another kind than the first: an averaged perceptron that knows what a dictionary allows.

It goes from left to right, and adds the weights of a few dozen features for each part of speech: the word and its
ending, the words and parts of speech around it, and the parts of speech that the dictionary allows for it and for its
neighbours.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pyarrow import parquet

from versebench.models.thesaurus.inflection import possible_parts
from versebench.schemas.table import UPOS

FOLDER = Path(__file__).parents[1] / "resources" / "second-tagger"
WEIGHTS = "weights.parquet"
LINE_BREAK = "\n"
BREAK_TAG = "NL"
"""The part of speech of a line break."""
START, END = "<s>", "</s>"

Weights = Mapping[str, Mapping[str, float]]
"""The weight of each part of speech, by feature."""


class Opinion(NamedTuple):
    """A part of speech, and by how much its sum of weights is above that of the next one."""

    upos: str
    margin: float


class AveragedPerceptron:
    """A tagger with fixed weights. Of tags with equal sums, the first in alphabetical order is best."""

    def __init__(self, weights: Weights, tags: Sequence[str]) -> None:
        self._tags = sorted(tags)
        self._rows = {feature: row for row, feature in enumerate(weights, start=1)}
        # One row a feature, one column a tag. Row 0 is for features without weights.
        self._weights = np.array(
            [[0.0] * len(tags), *([of_tags.get(tag, 0.0) for tag in self._tags] for of_tags in weights.values())]
        )

    def opinions(self, words: Sequence[str]) -> list[Opinion]:
        """The part of speech of each word of a text; a line break is a word of its own."""
        found: list[Opinion] = []
        before = earlier = START
        for place, word in enumerate(words):
            broken = word == LINE_BREAK
            opinion = Opinion(BREAK_TAG, 0.0) if broken else self._opinion(features(words, place, before, earlier))
            found.append(opinion)
            earlier, before = before, opinion.upos
        return found

    def _opinion(self, present: Sequence[str]) -> Opinion:
        row_of = self._rows.get
        # numpy adds the rows of an array from first to last, so equal features give equal bits.
        sums: list[float] = np.add.reduce(self._weights[[row_of(feature, 0) for feature in present]]).tolist()
        best, next_best = sorted(sums, reverse=True)[:2]
        return Opinion(self._tags[sums.index(best)], best - next_best)


def features(words: Sequence[str], place: int, before: str, earlier: str) -> list[str]:
    """The features of a word; ``before`` and ``earlier`` are the parts of speech of the two words before it."""
    word, lower = words[place], words[place].lower()
    last, last_but_one = _lower(words, place - 1), _lower(words, place - 2)
    following, after_next = _lower(words, place + 1), _lower(words, place + 2)
    own, of_last, of_next = possible_parts(lower), possible_parts(last), possible_parts(following)
    return [
        "bias",
        f"word={lower}",
        f"parts={own}",
        f"end3={lower[-3:]}",
        f"end2={lower[-2:]}",
        f"end1={lower[-1:]}",
        f"shape={word[:1].isupper()}{lower.isalpha()}",
        f"tag1={before}",
        f"tag12={earlier},{before}",
        f"last={last}",
        f"last2={last_but_one}",
        f"next={following}",
        f"next2={after_next}",
        f"last-parts={of_last}",
        f"next-parts={of_next}",
        f"tag1+parts={before},{own}",
        f"tag12+parts={earlier},{before},{own}",
        f"last+parts={last},{own}",
        f"next+parts={following},{own}",
        f"parts+next-parts={own},{of_next}",
        f"last+word={last},{lower}",
        f"tag1+parts+next-parts={before},{own},{of_next}",
        f"last2+tag1+parts={last_but_one},{before},{own}",
    ]


def _lower(words: Sequence[str], place: int) -> str:
    if place < 0:
        return START
    return words[place].lower() if place < len(words) else END


@cache
def shipped_perceptron() -> AveragedPerceptron:
    """The perceptron that comes with the project, read once per process."""
    table = parquet.read_table(FOLDER / WEIGHTS, use_threads=False)
    weights: dict[str, dict[str, float]] = {}
    columns = (table.column(name).to_pylist() for name in ("feature", "upos", "weight"))
    for feature, upos, weight in zip(*columns, strict=True):
        weights.setdefault(feature, {})[upos] = weight
    return AveragedPerceptron(weights, sorted(UPOS))
