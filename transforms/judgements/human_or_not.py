"""Scorers that say how probable it is that a human wrote a text, by a rule that learns from no answer.

Texts that a model wrote are more probable to models than texts of people. So the probability that a human wrote a text
is the share of the other texts of the study whose mean log-probability is larger; equal ones count half.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from versebench.transforms.judgements.answers import Answers
from versebench.transforms.judgements.figures import Figure
from versebench.transforms.judgements.probabilities import HUMAN
from versebench.transforms.statistics.auc import area
from versebench.transforms.statistics.correlation import correlate

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ScorerAnswers:
    """The answers of one scorer, item by item; an item that it cannot read is left out."""

    model: str
    revision: str
    items: tuple[str, ...]
    tokens: NDArray[np.int64]
    log_probabilities: Floats
    """Of whole texts, in nats."""

    @property
    def probabilities(self) -> Floats:
        """The probability of each item that a human wrote it."""
        return human_probabilities(self.log_probabilities / self.tokens)


HumanAnswers = tuple[ScorerAnswers, ...]
"""Scorers that answer the items of one study."""

_RULE = "share of the other texts whose mean log-probability is larger"
_AREA = f"area of the scorer's probabilities, human texts against all others; a probability is the {_RULE}"
_WITH_MODEL = "mean over judges of Spearman's correlation of the judge's probabilities with the scorer's"
_WITH_JUDGES = "mean over judges of Spearman's correlation of the judge's probabilities with the means of the others"
_NONE = "no judge with three texts whose probabilities differ"


def human_probabilities(means: Floats) -> Floats:
    """The probabilities by the rule, from the mean log-probability of each text; .5 of a single text."""
    ordered = np.sort(means)
    below, up_to = (np.searchsorted(ordered, means, side) for side in ("left", "right"))
    larger, equal = len(means) - up_to, up_to - below - 1
    return np.asarray((larger + equal / 2) / (len(means) - 1) if len(means) > 1 else np.full(len(means), 0.5))


def scorer_rows(items: pa.Table, scorers: HumanAnswers) -> Iterator[dict[str, Any]]:
    """Rows of ``scorer_judgements``; ``items`` are those of one study."""
    if not scorers:  # a study can have very many items
        return
    columns = ["study", "item", "protocol", "writer", "simulated"]
    asked = {row["item"]: row for row in items.select(columns).to_pylist()}
    for scorer in scorers:
        answers = scorer.tokens.tolist(), scorer.log_probabilities.tolist(), scorer.probabilities.tolist()
        for item, tokens, log_probability, probability in zip(scorer.items, *answers, strict=True):
            yield {
                **asked[item],
                "model": scorer.model,
                "revision": scorer.revision,
                "tokens": tokens,
                "log_probability": log_probability,
                "probability": probability,
            }


def beside_scorers(answers: Answers, items: pa.Table, scorers: HumanAnswers) -> Iterator[Figure]:
    """How well each scorer tells the texts apart, and how far it agrees with people, beside people with each other."""
    names = items["item"].take(pa.array(answers.item_rows)).to_pylist()
    human = np.zeros(len(names), np.bool_)
    human[answers.items] = answers.is_of(HUMAN)
    for scorer in sorted(scorers, key=lambda of: of.model):
        given = dict(zip(scorer.items, scorer.probabilities.tolist(), strict=True))
        values = np.array([given.get(name, np.nan) for name in names])
        yield _area(scorer.model, values, human)
        yield _mean_correlation("correlation_with_model", _WITH_MODEL, answers, values[answers.items], scorer.model)
    if scorers:
        yield _mean_correlation("correlation_with_judges", _WITH_JUDGES, answers, _means_of_others(answers), "all")


def _area(scorer: str, values: Floats, human: NDArray[np.bool_]) -> Figure:
    known = ~np.isnan(values)
    sides = values[known & human], values[known & ~human]
    if not all(map(len, sides)):
        return Figure("auc_of_model", None, _AREA, of=scorer, why_null="no human text, or no other, that it can read")
    return Figure("auc_of_model", area(*sides), _AREA, of=scorer)


def _means_of_others(answers: Answers) -> Floats:
    """For each judgement the mean probability that the other judges of the text gave; NaN without others."""
    counts = np.bincount(answers.items)[answers.items] - 1
    sums = np.bincount(answers.items, answers.probability)[answers.items] - answers.probability
    means: Floats = np.where(counts > 0, sums / np.maximum(counts, 1), np.nan).round(12)
    return means


def _mean_correlation(measure: str, method: str, answers: Answers, beside: Floats, of: str) -> Figure:
    """The mean over judges; those whose probabilities have no correlation are left out, and the method counts them."""
    found = [
        correlate(answers.probability[mine], beside[mine]).spearman
        for mine in (answers.judges == judge for judge in range(len(answers.judge_names)))
    ]
    known = [value for value in found if value is not None]
    method = f"{method}; {len(known)} of {len(found)} judges have one"
    why = None if known else _NONE
    return Figure(measure, float(np.mean(known)) if known else None, method, of=of, why_null=why)
