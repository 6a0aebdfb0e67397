"""``ngram.v1``: probabilities, draws and ends, beside counts that are made another way."""

import gzip
import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError
from scipy.stats import chi2

from tests.models.ghostwriters.verses import made_up
from versebench.models.ghostwriters.contract import GeneratedVerse, Lines
from versebench.models.ghostwriters.ngram import NgramModel, NgramSettings
from versebench.models.ghostwriters.registry import write

ORDERS = tuple(range(1, 10))
STORED = Path(__file__).parent / "nltk_mle.json.gz"
"""Probabilities of nltk's MLE, written by ``benchmarks/peers/ngrams.py``."""

NOWHERE = Path("/nonexistent")
"""n-grams keep no checkpoint."""


def marked(verse: Lines) -> list[str]:
    """The tokens of a verse, with a mark after each line and another one after the last."""
    return [*[token for line in verse for token in (*line, "<line>")][:-1], "<verse>"]


def grams(verses: Sequence[Lines], n: int) -> list[tuple[str, ...]]:
    """The n-gram that ends at each token, with marks before the start of its verse."""
    padded = [["<start>"] * (n - 1) + marked(verse) for verse in verses]
    return [tuple(tokens[end - n : end]) for tokens in padded for end in range(n, len(tokens) + 1)]


def settings(**values: object) -> NgramSettings:
    return NgramSettings.model_validate({"generator": "ngram.v1", **values})


def written(of: Sequence[Lines], seed: int = 1, artist: str = "A. Poet", **values: object) -> list[GeneratedVerse]:
    return list(write(settings(**values), artist, of, seed, NOWHERE))


@pytest.mark.parametrize("n", ORDERS)
def test_probabilities_are_those_of_direct_counts(n: int) -> None:
    verses = made_up(200)
    counted = grams(verses, n)
    joint, contexts = Counter(counted), Counter(gram[:-1] for gram in counted)
    expected = [joint[gram] / contexts[gram[:-1]] for gram in counted]
    assert NgramModel.of(verses, ORDERS).probabilities(n).tolist() == expected


def test_probabilities_are_those_of_nltk() -> None:
    stored = json.loads(gzip.decompress(STORED.read_bytes()))
    model = NgramModel.of(made_up(200), ORDERS)
    assert list(stored) == [str(n) for n in ORDERS]
    for n in ORDERS:
        assert model.probabilities(n).tolist() == stored[str(n)]


@pytest.mark.parametrize("n", [2, 5, 9])
def test_one_order_is_the_same_alone(n: int) -> None:
    verses = made_up(60)
    together = [verse for verse in written(verses, orders="1-9", verses=3) if verse.point_value == n]
    assert written(verses, orders=[n], verses=3) == together


@pytest.mark.parametrize("n", ORDERS)
def test_every_written_gram_stands_in_the_text(n: int) -> None:
    verses = made_up(200)
    allowed = set(grams(verses, n))
    verses_written = [verse for verse in written(verses, orders=[n], verses=200) if verse.ended == "verse"]
    assert verses_written
    assert set(grams([verse.lines for verse in verses_written], n)) <= allowed


@pytest.mark.parametrize("n", [1, 2, 3])
def test_tokens_are_drawn_as_often_as_they_are_probable(n: int) -> None:
    """Chi-squared over the tokens after each frequent context stays below its 1 - 1e-6 quantile."""
    verses = made_up(60)
    # Ends that follow each other are one, so of single tokens those of lines are left out.
    counted = Counter(gram for gram in grams(verses, n) if n > 1 or gram[0][0] != "<")
    lines = [verse.lines for verse in written(verses, orders=[n], verses=4_000, most_tokens=10_000)]
    drawn = Counter(grams(lines, n))
    by_context: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for gram in counted:
        by_context.setdefault(gram[:-1], []).append(gram)
    tested = 0
    for members in by_context.values():
        total, all_drawn = sum(counted[gram] for gram in members), sum(drawn[gram] for gram in members)
        expected = np.array([counted[gram] / total * all_drawn for gram in members])
        if len(members) > 1 and expected.min() > 5:
            statistic = (((np.array([drawn[gram] for gram in members]) - expected) ** 2) / expected).sum()
            assert statistic < chi2.ppf(1 - 1e-6, len(members) - 1), members
            tested += 1
    assert tested >= (1 if n == 1 else 20)


def test_a_verse_depends_on_nothing_but_its_own_number() -> None:
    verses = made_up(60)
    assert written(verses, verses=5000, orders=[3])[:7] == written(verses, verses=7, orders=[3])
    assert written(verses) == written(verses)
    lines = {tuple(verse.lines for verse in written(verses, seed=seed, artist=name)) for seed, name in WHO}
    assert len(lines) == len(WHO)


WHO = [(1, "A. Poet"), (2, "A. Poet"), (1, "B. Poet")]


def test_points_numbers_and_names() -> None:
    verses = written(made_up(60), verses=2, orders=[4, 2])
    assert [(verse.point_value, verse.number) for verse in verses] == [(2, 0), (2, 1), (4, 0), (4, 1)]
    assert {(verse.generator, verse.artist) for verse in verses} == {("ngram.v1", "A. Poet")}
    assert settings(verses=2, orders=[4, 2]).points == ((2, 2), (4, 2))


def test_a_verse_stops_at_its_most_tokens() -> None:
    """The verse with another bound is the same up to this one; ends of lines are not counted."""
    verses = made_up(60)
    for short, whole in zip(
        written(verses, orders=[2], verses=200, most_tokens=8),
        written(verses, orders=[2], verses=200, most_tokens=10_000),
        strict=True,
    ):
        tokens = sum(map(len, whole.lines))
        assert whole.ended == "verse"
        assert short.ended == ("verse" if tokens <= 8 else "length")
        assert sum(map(len, short.lines)) == min(tokens, 8)
        cut = [token for line in short.lines for token in line]
        assert cut == [token for line in whole.lines for token in line][:8]
        assert all(line == whole.lines[number] for number, line in enumerate(short.lines[:-1]))


def test_by_default_the_longest_verse_bounds() -> None:
    verses: list[Lines] = [(("a", "a", "b"), ("a",)), (("a", "b", "a", "a", "a"),)]
    lengths = [(sum(map(len, verse.lines)), verse.ended) for verse in written(verses, orders=[1, 2], verses=500)]
    assert max(length for length, _ in lengths) == 5
    assert {ended for length, ended in lengths if length == 5} == {"verse", "length"}
    assert {ended for length, ended in lengths if length < 5} == {"verse"}


def test_one_verse_is_all_that_one_verse_teaches() -> None:
    verse: Lines = (("one", "two", "three"), ("four", "five"))
    assert {made.lines for made in written([verse], orders=[4], verses=20)} == {verse}
    assert {made.lines for made in written([(), (verse[0], (), verse[1]), ((),)], orders=[4], verses=20)} == {verse}


def test_ends_that_look_like_tokens_are_tokens() -> None:
    verse: Lines = (("<endLine>", "<endVerse>", "a"), ("", "b"))
    assert {made.lines for made in written([verse], orders=[3])} == {verse}


def test_contexts_do_not_cross_the_ends_of_verses() -> None:
    verses: list[Lines] = [(("a", "b"),), (("b", "c"),)]
    pairs = {pair for verse in written(verses, orders=[2], verses=300) for pair in pairwise(verse.lines[0])}
    assert pairs == {("a", "b"), ("b", "c")}
    assert {verse.lines for verse in written(verses, orders=[3], verses=300)} == set(verses)


@pytest.mark.parametrize("orders", [[0], [10], [2, 2], [], "0-3", "4-12", "three"])
def test_orders_outside_one_to_nine_are_an_error(orders: object) -> None:
    with pytest.raises(ValidationError) as error:
        settings(orders=orders)
    assert error.value.errors()[0]["loc"][0] == "orders"


def test_orders_of_a_recipe() -> None:
    for text in ('{"generator": "ngram.v1", "orders": [3, 1]}', '{"generator": "ngram.v1", "orders": "1-3"}'):
        assert NgramSettings.model_validate_json(text).orders in {(1, 3), (1, 2, 3)}


def test_memory_a_token() -> None:
    model = NgramModel.of(made_up(2_000), ORDERS)
    text = model.positions.text
    size = sum(array.nbytes for array in (text.tokens, text.before, text.starts, model.positions.order))
    size += sum(contexts.first.nbytes + contexts.count.nbytes for contexts in model.contexts.values())
    assert size <= 150 * len(text.tokens)
