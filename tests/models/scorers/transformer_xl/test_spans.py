"""Where words stand in a text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.scorers.transformer_xl.fixture import TOKENS, WORDS
from versebench.models.scorers.transformer_xl.spans import text_spans
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer
from versebench.models.scorers.transformer_xl.words import split_words

TEXTS = st.one_of(
    st.text(),
    st.text(alphabet="aIx9 .,'\"-’“”—–…`1é²½\xa0\r\x01\tİΣ@\n_"),
    st.sampled_from([*TOKENS["texts"], *TOKENS["poems"]]),
)
CHANGED = set("'\"-’‘‚´“”„«»—–…`.,@\xa0\r")
"""Signs that the rules write otherwise, or move."""


def words_of(text: str) -> list[str]:
    """The words, with <eos> for each line break."""
    first, *further = text.split("\n")
    return [*split_words(first), *(word for line in further for word in ("\n", *split_words(line)))]


def shown(text: str) -> list[tuple[str, str]]:
    return [(word, text[start:end]) for word, (start, end) in zip(words_of(text), text_spans(text), strict=True)]


@given(TEXTS)
def test_each_number_has_a_span_in_the_text_and_they_are_in_order(text: str) -> None:
    for lower_case in (False, True):
        spans = text_spans(text, lower_case=lower_case)
        assert len(spans) == len(WordTokenizer(WORDS, lower_case).encode(text))
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[0] <= other[0] and one[1] <= other[1] for one, other in pairwise(spans))


@given(TEXTS)
def test_a_word_that_no_rule_changed_stands_at_its_span(text: str) -> None:
    for word, found in shown(text):
        if not CHANGED & set(found) and found.isprintable():
            assert found == word


@given(TEXTS)
def test_what_is_seen_and_is_in_no_word_is_nothing(text: str) -> None:
    covered = {place for start, end in text_spans(text) for place in range(start, end)}
    left = {sign for place, sign in enumerate(text) if place not in covered}
    assert all(sign.isspace() or ord(sign) < 32 for sign in left)


@given(TEXTS)
def test_letters_and_figures_are_those_of_the_text(text: str) -> None:
    for word, found in shown(text):
        assert [sign for sign in found if sign.isalnum()] == [sign for sign in word if sign.isalnum()]


@pytest.mark.parametrize("word", ["\n", "a", "well", "mill", "1", "é"])
def test_words_that_stand_twice_have_places_of_their_own(word: str) -> None:
    assert text_spans(f"{word}\n{word}")[0] != text_spans(f"{word}\n{word}")[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a hat", [("a", "a"), ("hat", "hat")]),
        ("well-made", [("well", "well"), ("@-@", "-"), ("made", "made")]),
        ("well–made", [("well", "well"), ("@-@", "–"), ("made", "made")]),
        ("sea—land", [("sea", "sea"), ("-", "—"), ("land", "land")]),
        ("1,000.5", [("1", "1"), ("@,@", ","), ("000", "000"), ("@.@", "."), ("5", "5")]),
        ("1\xa0000", [("1", "1"), ("@.@", "\xa0"), ("000", "000")]),
        ("She’d gone", [("She", "She"), ("'d", "’d"), ("gone", "gone")]),
        ("``no''", [('"', "``"), ("no", "no"), ('"', "''")]),
        ("so… on", [("so", "so"), ("...", "…"), ("on", "on")]),
        ("“no”.", [('"', "“"), ("no", "no"), (".", "”."), ('"', "”.")]),
        ("a\r\nb", [("a", "a"), ("\n", "\n"), ("b", "b")]),
        ("x²", [("x", "x"), ("²", "²")]),
        (" \n ", [("\n", "\n")]),
        ("a @-@ b", [("a", "a"), ("@", "@"), ("-", "-"), ("@", "@"), ("b", "b")]),
        ("", []),
    ],
)
def test_examples(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_a_letter_whose_small_one_is_two_moves_nothing_after_it() -> None:
    text = "İI Old Man"
    assert [text[start:end] for start, end in text_spans(text, lower_case=True)][-2:] == ["Old", "Man"]
