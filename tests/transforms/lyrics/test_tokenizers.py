"""Tokens of verses."""

import pytest

from versebench.transforms.lyrics.tokenizers import TOKENIZERS, as_written, flat, tokenized, written

VERSE = "Don't stop, walkin' home!\n\n☃ 🎤\nROCK"


def test_words_keep_their_apostrophes_and_marks_stand_alone() -> None:
    assert tokenized(VERSE) == (("don't", "stop", ",", "walkin'", "home", "!"), ("☃", "🎤"), ("rock",))


def test_a_written_verse_has_the_same_tokens() -> None:
    assert tokenized(written(tokenized(VERSE))) == tokenized(VERSE)
    assert as_written(written(tokenized(VERSE))) == tokenized(VERSE)
    assert as_written("") == ((),)
    assert flat(tokenized("a b\nc")) == ["a", "b", "c"]


def test_a_verse_without_a_token_is_empty() -> None:
    assert tokenized(" \n\t") == ()


def test_an_unknown_tokenizer_is_an_error() -> None:
    with pytest.raises(KeyError):
        tokenized("a", "words.v9")


def test_every_tokenizer_says_what_it_does() -> None:
    assert all(each.__doc__ for each in TOKENIZERS.values())
