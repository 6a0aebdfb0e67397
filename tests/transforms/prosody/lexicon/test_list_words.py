"""Which words of a shard are listed."""

from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.lexicon.list_words import words_of
from versebench.transforms.text.words import end_word, tokens


def listed(text: str, form: str = "limerick") -> dict[str, int]:
    """How often each word of a poem is listed."""
    counts = words_of([("english", form, text)])
    return {word: count for (_, word), count in counts.items()}


LINES = st.lists(st.text("ab c'’-—…. \u0301é9", max_size=20), min_size=5, max_size=5)


def test_words_are_counted_as_written() -> None:
    assert listed('Tom\'s "cat"\nsat\n\non\nthe CAT\nart—still!') == {
        "Tom's": 1,
        "cat": 1,
        "sat": 1,
        "on": 1,
        "the": 1,
        "CAT": 1,
        "art—still": 1,
        "still": 1,
    }


def test_poems_of_another_length_are_passed_over() -> None:
    assert not listed("one\ntwo")
    assert not listed("a\nb\nc\nd\ne\nf")
    assert listed("one\ntwo", "verse") == {"one": 1, "two": 1}


def test_an_end_word_is_listed_once_where_it_stands_alone() -> None:
    assert listed("a\nb\nc\nd\ne e")["e"] == 2


@given(LINES)
def test_every_word_that_a_filter_can_ask_for_is_listed(lines: list[str]) -> None:
    kept = [line for line in lines if line]
    words = set(listed("\n".join(lines), "verse"))
    for line in kept:
        asked = {line[token.word_start : token.word_end] for token in tokens(line)} | {end_word(line)} - {None}
        assert asked <= words
