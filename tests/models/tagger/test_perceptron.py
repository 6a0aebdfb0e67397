"""The second tagger: sums of weights, from left to right."""

import random

import pytest

from versebench.models.tagger.perceptron import (
    BREAK_TAG,
    LINE_BREAK,
    START,
    AveragedPerceptron,
    Opinion,
    features,
    shipped_perceptron,
)

TAGS = ("NOUN", "DET", "VERB")


def test_the_part_of_speech_with_the_largest_sum_is_chosen() -> None:
    tagger = AveragedPerceptron({"bias": {"NOUN": 1.5}, "word=the": {"DET": 4.0, "NOUN": -1.0}}, TAGS)
    assert tagger.opinions(["The", "cat"]) == [Opinion("DET", 3.5), Opinion("NOUN", 1.5)]


def test_the_part_of_speech_of_the_word_before_counts() -> None:
    tagger = AveragedPerceptron({"word=the": {"DET": 1.0}, "tag1=DET": {"NOUN": 2.0}, "tag1=NOUN": {"VERB": 3.0}}, TAGS)
    assert [opinion.upos for opinion in tagger.opinions(["the", "run", "run"])] == ["DET", "NOUN", "VERB"]


def test_a_line_break_has_a_tag_of_its_own() -> None:
    tagger = AveragedPerceptron({"bias": {"NOUN": 1.0}, f"tag1={BREAK_TAG}": {"VERB": 2.0}}, TAGS)
    assert [opinion.upos for opinion in tagger.opinions(["cat", LINE_BREAK, "runs"])] == ["NOUN", BREAK_TAG, "VERB"]


def test_of_equal_sums_the_first_in_the_alphabet_is_best_and_the_margin_is_0() -> None:
    assert AveragedPerceptron({}, TAGS).opinions(["cat"]) == [Opinion("DET", 0.0)]


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_adding_weight_by_weight(seed: int) -> None:
    draw, words = random.Random(seed), ["A", "cat", LINE_BREAK, "ran"]
    present = features(words, 0, START, START)
    weights = {name: {tag: draw.uniform(-9, 9) for tag in draw.sample(TAGS, 2)} for name in present}
    sums = dict.fromkeys(TAGS, 0.0)
    for name in present:
        for tag, weight in weights[name].items():
            sums[tag] += weight
    best, second = sorted(sums.values(), reverse=True)[:2]
    [opinion, *_] = AveragedPerceptron(weights, TAGS).opinions(words)
    assert (sums[opinion.upos], opinion.margin) == (best, best - second)


def test_the_shipped_weights_read_a_line() -> None:
    opinions = shipped_perceptron().opinions(["There", "was", "an", "old", "man", "with", "a", "beard"])
    assert [opinion.upos for opinion in opinions][3:] == ["ADJ", "NOUN", "ADP", "DET", "NOUN"]
