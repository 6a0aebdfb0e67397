"""How often intervals of accuracy hold the true accuracy, in simulated studies."""

from dataclasses import dataclass

import numpy as np

from versebench.transforms.statistics.accuracy import Z_95, clustered_interval, wilson
from versebench.transforms.statistics.two_way import two_way_interval


@dataclass(frozen=True)
class Design:
    """Judges, items that each answers, judges per item, and the mean and spreads of the log odds of being right."""

    judges: int
    items: int
    per_item: int
    mean: float
    judge_spread: float = 0.6
    item_spread: float = 0.9

    def __str__(self) -> str:
        return f"{self.judges} judges x {self.items} items, {self.per_item} per item"


DESIGNS = (
    Design(2, 20, 1, 2.5),
    Design(3, 20, 3, 1.4),
    Design(5, 20, 3, 1.4),
    Design(11, 20, 3, 1.4),
    Design(13, 60, 3, 0.3),
    Design(30, 20, 3, 1.4),
)


@dataclass(frozen=True)
class Coverage:
    """Shares of the studies whose interval holds the true accuracy, by kind of interval."""

    accuracy: float
    plain: float
    by_poem: float
    two_way: float


def coverage(design: Design, studies: int) -> Coverage:
    """Simulates studies of a design. The true accuracy is the mean over all judges and items there could be."""
    random = np.random.default_rng(design.judges)
    spread = np.hypot(design.judge_spread, design.item_spread)
    truth = float(_share(random.normal(design.mean, spread, 2_000_000)).mean())
    held = np.zeros(3)
    for _ in range(studies):
        judges, poems = _assigned(design)
        odds = design.mean + random.normal(0, design.judge_spread, design.judges)[judges]
        odds = odds + random.normal(0, design.item_spread, int(poems.max()) + 1)[poems]
        correct = random.random(len(odds)) < _share(odds)
        held += [low <= truth <= high for low, high in _intervals(correct, judges, poems)]
    return Coverage(truth, *(held / studies).tolist())


def _assigned(design: Design) -> tuple[np.ndarray, np.ndarray]:
    """Judge and item of each judgement: items go round, so that nobody meets one twice."""
    number = design.judges * design.items // design.per_item
    places = np.arange(design.judges * design.items)
    return places // design.items, places % number


def _share(odds: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _intervals(correct: np.ndarray, judges: np.ndarray, poems: np.ndarray) -> list[tuple[float, float]]:
    counts, right = np.bincount(poems), np.bincount(poems, correct).astype(int)
    sums = (int((right**2).sum()), int((right * counts).sum()), int((counts**2).sum()))
    by_poem = clustered_interval(len(correct), int(right.sum()), len(counts), *sums)
    plain = wilson(float(correct.mean()), len(correct), Z_95)
    both = two_way_interval(correct, judges, poems)
    assert both is not None
    return [(each.low, each.high) for each in (plain, by_poem, both)]
