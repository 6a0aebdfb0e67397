import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.syllable_range import (
    SpokenWord,
    SyllableRange,
    elisions,
    line_range,
    usual_syllables,
    word_range,
)
from versebench.transforms.text.words import tokens

PRONOUNCER = VersePronouncer(lambda words: [("B", "AH1")] * len(words))
PHONES = st.lists(st.sampled_from("AH0 AH1 IY0 ER0 OW2 B N R V T".split()), min_size=1, max_size=8)
PRONUNCIATIONS = st.lists(PHONES.map(lambda phones: Pronunciation(tuple(phones), "cmudict")), max_size=3).map(tuple)
LINES = st.lists(st.builds(SpokenWord, st.sampled_from(["the", "to", "many", "word"]), PRONUNCIATIONS), max_size=6)


def said(line: str) -> list[SpokenWord]:
    words = [line[token.word_start : token.word_end] for token in tokens(line)]
    return [SpokenWord(word, found) for word, found in zip(words, PRONOUNCER.pronounce(words), strict=True)]


@pytest.mark.parametrize(
    "line",
    [
        "What dire offence from amorous causes springs,",
        "And wreaths of heav'nly flowers around her head",
        "In various shapes the unfruitful grove appears",
        "The fury of the towering waves they heard",
    ],
)
def test_pentameters_that_ask_for_contractions(line: str) -> None:
    assert 10 in line_range(said(line))


def test_a_line_without_choices_has_one_number() -> None:
    assert line_range(said("The cat sat down upon the yellow mat")) == SyllableRange(10, 10)


def test_a_word_more_is_a_syllable_more() -> None:
    assert 10 not in line_range(said("The cat sat down upon the big yellow mat"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("the unequal fight", [("the", "unequal")]),
        ("to assault the wall", [("to", "assault")]),
        ("many a man", [("many", "a")]),
        ("many men", []),
        ("happy Adam", []),
        ("the many a", [("many", "a")]),
        ("me again", []),  # a word of one syllable keeps it
    ],
)
def test_vowels_lost_between_words(line: str, found: list[tuple[str, str]]) -> None:
    assert [(one.word, other.word) for one, other in elisions(said(line))] == found


def test_a_word_without_pronunciation_counts_none() -> None:
    silent = [SpokenWord("—", ())]
    assert usual_syllables(silent) == 0
    assert line_range(silent) == SyllableRange(0, 0)


def test_the_most_usual_pronunciation_is_spoken() -> None:
    short, long = (Pronunciation(phones, "cmudict") for phones in (("B", "AH1"), ("B", "AH1", "T", "AH0")))
    assert usual_syllables([SpokenWord("word", (short, long))]) == 1
    assert word_range(SpokenWord("word", (short, long))) == SyllableRange(1, 2)


@given(LINES)
def test_what_is_spoken_lies_in_the_range(line: list[SpokenWord]) -> None:
    assert usual_syllables(line) in line_range(line)


@given(LINES)
def test_a_range_runs_from_the_fewest_to_the_most(line: list[SpokenWord]) -> None:
    found = line_range(line)
    assert 0 <= found.fewest <= found.most


@given(LINES, LINES)
def test_lines_together_have_no_more_than_apart(one: list[SpokenWord], other: list[SpokenWord]) -> None:
    apart, together = line_range(one) + line_range(other), line_range([*one, *other])
    assert together.most == apart.most
    assert apart.fewest - len(one) - len(other) <= together.fewest


@given(LINES)
def test_elided_pairs_share_no_word(line: list[SpokenWord]) -> None:
    assert 2 * len(list(elisions(line))) <= len(line)


@given(LINES)
def test_more_pronunciations_never_narrow_a_word(line: list[SpokenWord]) -> None:
    more = Pronunciation(("AA1",), "cmudict")
    for word in line:
        if word.pronunciations:
            wider, found = word_range(SpokenWord(word.word, (*word.pronunciations, more))), word_range(word)
            assert wider.fewest <= found.fewest
            assert found.most <= wider.most
