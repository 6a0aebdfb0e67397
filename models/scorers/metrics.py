"""Reductions by name: how the score of a text becomes the number that is compared.

To add one, write a function with the decorator :func:`metric`, here or in a module that you append to the list.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from versebench.models.scorers import reductions
from versebench.schemas.registration import Registry

Side = Mapping[str, np.ndarray]
"""The columns of scores of one side of the pairs, each [pairs]."""

Measure = Callable[[Side], np.ndarray]


@dataclass(frozen=True)
class Reduction:
    """A reduction. It applies to a text whose ``divides_by`` is positive and whose ``needs`` is known.

    ``compares`` describes it for people. With ``of_deletions`` it applies if fewer words were deleted than the
    original has tokens, and the altered text has as many tokens as the original less those words.
    """

    title: str
    compares: str
    measure: Measure
    divides_by: str | None = None
    needs: str | None = None
    of_deletions: bool = False


REDUCTIONS: Registry[Reduction] = Registry("reduction", ("versebench.models.scorers.metrics",))


def metric(
    name: str,
    title: str,
    compares: str,
    *,
    divides_by: str | None = None,
    needs: str | None = None,
    of_deletions: bool = False,
) -> Callable[[Measure], Measure]:
    """Return a decorator that registers a function as a reduction. For the parameters see :class:`Reduction`."""

    def register(measure: Measure) -> Measure:
        REDUCTIONS.add(name, Reduction(title, compares, measure, divides_by, needs, of_deletions), measure.__module__)
        return measure

    return register


@metric("sum", "Sum", "the summed log-probability of the tokens")
def total(side: Side) -> np.ndarray:
    """Return the log-probability of the text (RANLP 2021)."""
    return side["log_probability"]


@metric("mean", "Mean", "its mean over the text's own tokens", divides_by="tokens")
def mean(side: Side) -> np.ndarray:
    """Return the mean over the text's own tokens."""
    return reductions.mean_lp(side["log_probability"], side["tokens"])


@metric(
    "mean_jcls",
    "Mean as JCLS prints it",
    "the mean as JCLS 2022 prints it, of the corruption over the tokens of the original less the words deleted",
    of_deletions=True,
)
def mean_jcls(side: Side) -> np.ndarray:
    """Return the mean by the formula that JCLS 2022 prints for deletions."""
    return reductions.mean_lp(side["log_probability"], side["tokens"])


@metric(
    "pen_lp",
    "PenLP",
    "the sum over ((5 + n) / 6) to the power of 0.8, for n tokens (Lau et al. 2020)",
    divides_by="tokens",
)
def pen_lp(side: Side) -> np.ndarray:
    """Return PenLP of Lau et al. 2020."""
    return reductions.pen_lp(side["log_probability"], side["tokens"])


@metric("per_word", "Per word", "the sum per word", divides_by="words")
def per_word(side: Side) -> np.ndarray:
    """Return the log-probability per word."""
    return reductions.per_word(side["log_probability"], side["words"])


@metric("per_character", "Per character", "the sum per character", divides_by="characters")
def per_character(side: Side) -> np.ndarray:
    """Return the log-probability per character."""
    return reductions.per_character(side["log_probability"], side["characters"])


@metric(
    "slor",
    "SLOR",
    "the mean less that of the same tokens by their counts in a corpus (Pauls and Klein 2012)",
    divides_by="tokens",
    needs="unigram_log_probability",
)
def slor(side: Side) -> np.ndarray:
    """Return SLOR, which needs the token counts of a corpus."""
    return reductions.slor(side["log_probability"], side["unigram_log_probability"], side["tokens"])
