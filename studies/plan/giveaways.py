"""Whether texts give their class away by their surface: judges would then read that, and not the poem."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Any

import numpy as np
import numpy.typing as npt

from versebench.studies.order import number_of

WARNED_AUC = 0.6
"""A larger area under the curve is a warning."""

LEAST_TEXTS = 10
"""Texts of each class below which nothing is computed."""

_FOLDS = 5
_RIDGE = 1.0
_STEPS = 25
_NAMED = 3
_WORDS = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MARKS = re.compile(r"[^\w\s]")
_CLASSES = {"original": False, "human": False, "corrupted": True, "model": True}

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Giveaway:
    """How well a logistic regression on surface features tells the classes of a part of the study apart.

    ``auc`` is the area under the curve on poems that the regression was not fitted to; None if there are too few texts.
    ``features`` are those that alone tell the classes apart best.
    """

    protocol: str
    texts: int
    auc: float | None
    features: list[str]

    @property
    def is_warning(self) -> bool:
        """Whether the surface tells too much."""
        return self.auc is not None and self.auc > WARNED_AUC


@dataclass(frozen=True)
class _Text:
    work: str
    text: str
    label: bool


def giveaways(items: Iterable[Mapping[str, Any]]) -> list[Giveaway]:
    """The check of each protocol whose texts have two classes: original and altered, or human and model."""
    texts: dict[str, dict[str, _Text]] = {}
    for item in items:
        if item["gold"] or item["practice"]:
            continue
        for text, identity, role in zip(item["texts"], item["text_ids"], item["roles"], strict=True):
            if role in _CLASSES:
                found = _Text(item["title"] or item["work_id"], text, _CLASSES[role])
                texts.setdefault(item["protocol"], {})[f"{role} {identity}"] = found
    return [
        _giveaway(protocol, [texts[protocol][key] for key in sorted(texts[protocol])]) for protocol in sorted(texts)
    ]


def _giveaway(protocol: str, texts: Sequence[_Text]) -> Giveaway:
    labels = np.array([text.label for text in texts])
    if min(labels.sum(), (~labels).sum()) < LEAST_TEXTS:
        return Giveaway(protocol, len(texts), None, [])
    works = Counter(word for words in _words_of_works(texts).values() for word in words)
    rows = [features(text.text, works) for text in texts]
    names = list(rows[0])
    values = np.array([[row[name] for name in names] for row in rows])
    folds = np.array([number_of("fold", text.work) % _FOLDS for text in texts])
    alone = {name: abs(auc(values[:, place], labels) - 0.5) for place, name in enumerate(names)}
    best = sorted(names, key=lambda name: -alone[name])[:_NAMED]
    return Giveaway(protocol, len(texts), round(_cross_validated(values, labels, folds), 3), best)


def _words_of_works(texts: Iterable[_Text]) -> dict[str, set[str]]:
    words: dict[str, set[str]] = {}
    for text in texts:
        words.setdefault(text.work, set()).update(_words(text.text))
    return words


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def features(text: str, works: Mapping[str, int]) -> dict[str, float]:
    """The surface of a text. ``works`` counts the poems of the study that have a word."""
    lines = [line.strip() for line in text.split("\n") if line.strip()] or [""]
    words = _words(text) or [""]
    lengths = [len(_words(line)) for line in lines]
    letters = [char for char in text if char.isalpha()] or [""]
    return {
        "lines": len(lines),
        "words": len(words),
        "characters": len(text),
        "words of a line": fmean(lengths),
        "spread of line lengths": pstdev(lengths),
        "length of words": fmean(map(len, words)),
        "different words": len(set(words)) / len(words),
        "words of no other poem": fmean(works.get(word, 0) < 2 for word in words),
        "marks": len(_MARKS.findall(text)) / len(words),
        "marks at ends of lines": fmean(bool(_MARKS.match(line[-1:])) for line in lines),
        "capitals": fmean(char.isupper() for char in letters),
        "capitals at starts of lines": fmean(line[:1].isupper() for line in lines),
        "repeated lines": 1 - len({line.casefold() for line in lines}) / len(lines),
    }


def _cross_validated(values: Numbers, labels: npt.NDArray[np.bool_], folds: npt.NDArray[np.int64]) -> float:
    """The area of scores that each fold gets from the poems of the others; folds are compared within themselves."""
    pairs = right = 0.0
    for fold in range(_FOLDS):
        held = folds == fold
        ahead, behind = int(labels[held].sum()), int((~labels[held]).sum())
        if not ahead or not behind or len(set(labels[~held].tolist())) < 2:
            continue
        mean, spread = values[~held].mean(axis=0), values[~held].std(axis=0)
        scaled = (values - mean) / np.where(spread > 0, spread, 1)
        weights = _fit(scaled[~held], labels[~held])
        right += auc(scaled[held] @ weights[1:], labels[held]) * ahead * behind
        pairs += ahead * behind
    return right / pairs if pairs else 0.5


def _fit(values: Numbers, labels: npt.NDArray[np.bool_]) -> Numbers:
    """Weights of a logistic regression with a ridge, the constant first, by Newton's method."""
    design = np.column_stack([np.ones(len(values)), values])
    ridge = np.diag([0.0] + [_RIDGE] * values.shape[1])
    weights = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (labels - chance) - ridge @ weights
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + ridge + 1e-9 * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def auc(scores: Numbers, labels: npt.NDArray[np.bool_]) -> float:
    """The chance that a text of the second class scores higher than one of the first; ties count half."""
    ahead, behind = np.round(scores[labels], 9), np.sort(np.round(scores[~labels], 9))
    below = np.searchsorted(behind, ahead, "left") + np.searchsorted(behind, ahead, "right")
    return float(below.sum() / (2 * len(ahead) * len(behind)))
