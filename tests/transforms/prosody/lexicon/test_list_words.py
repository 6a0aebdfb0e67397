"""Which words of a shard are listed."""

from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.lexicon.list_words import words_of
from versebench.transforms.text.words import end_word, tokens

LINES = st.lists(st.text("ab c'’-—…. \u0301é9", max_size=20), min_size=5, max_size=5)


def test_words_are_counted_as_written() -> None:
    counts = words_of(['Tom\'s "cat"\nsat\n\non\nthe CAT\nart—still!'], lines=5)
    assert counts == {"Tom's": 1, "cat": 1, "sat": 1, "on": 1, "the": 1, "CAT": 1, "art—still": 1, "still": 1}


def test_poems_of_another_length_are_passed_over() -> None:
    assert not words_of(["one\ntwo", "a\nb\nc\nd\ne\nf"], lines=5)


def test_an_end_word_is_listed_once_where_it_stands_alone() -> None:
    assert words_of(["a\nb\nc\nd\ne e"], lines=5)["e"] == 2


@given(LINES)
def test_every_word_that_a_filter_can_ask_for_is_listed(lines: list[str]) -> None:
    kept = [line for line in lines if line]
    listed = words_of(["\n".join(lines)], lines=len(kept))
    for line in kept:
        asked = {line[token.word_start : token.word_end] for token in tokens(line)} | {end_word(line)} - {None}
        assert asked <= set(listed)
