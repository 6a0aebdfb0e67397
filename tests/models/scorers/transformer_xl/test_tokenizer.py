"""Words and their numbers, against the tokenizer of transformers 4.57.6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.scorers.transformer_xl.fixture import TOKENS, WORDS
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer
from versebench.models.scorers.transformer_xl.words import split_words

TOKENIZER = WordTokenizer(WORDS)


@pytest.mark.parametrize("text", TOKENS["texts"])
def test_words_are_those_of_transformers_4_57_6(text: str) -> None:
    assert split_words(text) == TOKENS["texts"][text]
    assert split_words(text.lower()) == TOKENS["lowered"][text]


def test_words_of_poems_are_those_of_transformers_4_57_6() -> None:
    poems = TOKENS["poems"]
    assert {poem: " ".join(split_words(poem)) for poem in poems} == poems
    assert len(poems) > 80


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,000", "1 @,@ 000"),
        ("2.5", "2 @.@ 5"),
        ("a well-made hat", "a well @-@ made hat"),
        ("She’d said “no”.", 'She \'d said " no . "'),
        ("so did I.", "so did I."),
        ("Mr. Lear. No. 7. No. Yes.", "Mr. Lear . No. 7 . No . Yes ."),
    ],
)
def test_examples(text: str, words: str) -> None:
    assert split_words(text) == words.split()


def test_where_it_differs_from_transformers_4_57_6() -> None:
    assert split_words("春眠 한국") == ["春眠", "한국"]  # there: each sign is a word
    assert split_words("हिन्दी") == ["ह", "ि", "न", "्", "द", "ी"]  # there: one word
    assert split_words("<eos>") == ["<", "eos", ">"]  # there: the end of a line


def test_line_breaks_are_words_and_unknown_words_are_one() -> None:
    assert TOKENIZER.encode("the w1\n\nzebra\n") == [1, 9, 0, 0, 2, 0]
    assert TOKENIZER.encode("the w1\n\nzebra") == [1, 9, 0, 0, 2]
    assert TOKENIZER.encode("") == TOKENIZER.encode("  \t") == []


def test_each_line_is_split_by_itself() -> None:
    assert TOKENIZER.encode("the.\nthe") == [1, 4, 0, 1]
    assert TOKENIZER.encode("the. the") == [2, 1]  # a full stop before a small letter is taken for an abbreviation's


def test_no_text_can_spell_a_special_word() -> None:
    assert not {TOKENIZER.line_end, 5} & set(TOKENIZER.encode("<eos> <formula><eos>"))


def test_text_is_lowered_if_the_vocabulary_is() -> None:
    assert WordTokenizer(WORDS, lower_case=True).encode("The W3") == [1, 11]
    assert TOKENIZER.encode("The W3") == [2, 2]


@given(st.text())
def test_it_never_fails_and_gives_numbers_of_the_vocabulary(text: str) -> None:
    found = TOKENIZER.encode(text)
    assert all(0 <= number < len(WORDS) for number in found)
    assert found.count(TOKENIZER.line_end) == text.count("\n")


@given(st.text(alphabet="aIx .,'\"-’“”—…`1é\n"))
def test_no_word_holds_a_space_and_letters_and_figures_keep_their_order(text: str) -> None:
    words = split_words(text)
    assert all(word and not any(sign.isspace() for sign in word) for word in words)
    assert [sign for sign in "".join(words) if sign.isalnum()] == [sign for sign in text if sign.isalnum()]


@pytest.mark.parametrize(
    ("words", "message"), [(["<unk>", "a"], "lacks <eos>"), (["<eos>"], "lacks <unk>"), (["a", "a"], "twice")]
)
def test_a_list_that_is_no_vocabulary_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WordTokenizer(words)
