"""Reductions: from the log-probability of a text to a number that compares texts of different lengths.

Each function takes floats, or arrays of one shape, and returns the same. Log-probabilities are in
nats. LP itself, the plain sum, is :attr:`versebench.models.scorers.contract.TextScore.log_probability`.
"""

from typing import TypeVar

import numpy as np

Number = TypeVar("Number", float, np.ndarray)

ALPHA = 0.8
"""The power of the length in PenLP (Lau et al. 2020, acceptability measures)."""


def mean_lp(log_probability: Number, tokens: Number) -> Number:
    """MeanLP = LP / n, for n tokens (Lau et al. 2020, acceptability measures). Raises ``ValueError`` if n is 0."""
    return _a_unit(log_probability, tokens, "tokens")


def pen_lp(log_probability: Number, tokens: Number) -> Number:
    """PenLP = LP / ((5 + n) / (5 + 1)) ** 0.8, for n tokens (Lau et al. 2020, acceptability measures).

    The penalty is that of Wu et al. 2016 (section 7). Raises ``ValueError`` if n is 0.
    """
    _refuse_empty(tokens, "tokens")
    penalised: Number = log_probability / ((5.0 + tokens) / (5.0 + 1.0)) ** ALPHA
    return penalised


def per_word(log_probability: Number, words: Number) -> Number:
    """LP per word, for models that split words differently. Raises ``ValueError`` if there is no word."""
    return _a_unit(log_probability, words, "words")


def per_character(log_probability: Number, characters: Number) -> Number:
    """LP per character, independent of the tokenizer. Raises ``ValueError`` if there is no character."""
    return _a_unit(log_probability, characters, "characters")


def slor(log_probability: Number, unigram_log_probability: Number, tokens: Number) -> Number:
    """SLOR = (LP - LP of unigrams) / n, both over the same n tokens (Lau et al. 2020, acceptability measures).

    It is due to Pauls and Klein 2012. Raises ``ValueError`` if n is 0.
    """
    return _a_unit(log_probability - unigram_log_probability, tokens, "tokens")


def unigram_lp(counts: np.ndarray, corpus_tokens: int, vocabulary: int) -> float:
    """Return the log-probability of a text's tokens by their counts in a corpus. Reports must name the corpus.

    ``counts`` is (tokens of the text,). One is added to the count of each of the ``vocabulary`` types, so that a
    token that the corpus lacks has a logarithm. Raises ``ValueError`` for impossible counts.
    """
    if vocabulary < 1 or np.any(counts < 0) or np.any(counts > corpus_tokens):
        raise ValueError(
            f"every count must be between 0 and the {corpus_tokens} tokens of the corpus, and its vocabulary of "
            f"{vocabulary} must have at least one type; count the corpus again with the same tokenizer"
        )
    return float(np.sum(np.log((counts + 1.0) / (corpus_tokens + vocabulary))))


def _a_unit(log_probability: Number, length: Number, what: str) -> Number:
    _refuse_empty(length, what)
    score: Number = log_probability / length
    return score


def _refuse_empty(length: Number, what: str) -> None:
    if np.any(np.asarray(length) <= 0):
        raise ValueError(f"a text without {what} has no score; leave it out")
