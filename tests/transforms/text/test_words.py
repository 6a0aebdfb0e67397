"""Where the words of a line begin and end, and which marks are theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.text.words import (
    Token,
    end_word,
    end_word_span,
    letters,
    pieces,
    starts_quotation,
    tokens,
    words,
)


def marked(line: str) -> list[str]:
    """Each token as ``opening|word|closing``."""
    return [
        "|".join((line[t.token_start : t.word_start], line[t.word_start : t.word_end], line[t.word_end : t.token_end]))
        for t in tokens(line)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The sun, the sea;", ["|The|", "|sun|,", "|the|", "|sea|;"]),
        ('("Well," he) said—', ['("|Well|,"', "|he|)", "|said|—"]),
        ("“Oh,” she said.", ["“|Oh|,”", "|she|", "|said|."]),
        ("«Ja», „gut“!", ["«|Ja|»,", "„|gut|“!"]),
        ("well-bred 2nd 10:30", ["|well-bred|", "|2nd|", "|10:30|"]),
        ("_very_ *much*", ["_|very|_", "*|much|*"]),
        ("— and … then -", ["|and|", "|then|"]),
        ("a 🎂, 👩‍🍳!", ["|a|"]),
        ("cake🎂!", ["|cake|🎂!"]),
        ("床前明月光，疑是地上霜。", ["|床前明月光，疑是地上霜|。"]),
        ("हिन्दी। कविता", ["|हिन्दी|।", "|कविता|"]),
        ("", []),
    ],
)
def test_marks_around_words(line: str, expected: list[str]) -> None:
    assert marked(line) == expected


@pytest.mark.parametrize("apostrophe", ["'", "’"])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("'tis th' end o' walkin'.", ["|'tis|", "|th'|", "|end|", "|o'|", "|walkin'|."]),
        ("\"'Twas he,", ["\"|'Twas|", "|he|,"]),
        ("the dogs' bone", ["|the|", "|dogs'|", "|bone|"]),
        ("O'Brien didn't", ["|O'Brien|", "|didn't|"]),
        ("rock 'n' roll", ["|rock|", "|'n'|", "|roll|"]),
        ("tell 'em,", ["|tell|", "|'em|,"]),
        ("'Tis—but", ["|'Tis—but|"]),
    ],
)
def test_an_apostrophe_for_a_missing_sound_belongs_to_the_word(line: str, expected: list[str], apostrophe: str) -> None:
    assert marked(line.replace("'", apostrophe)) == [item.replace("'", apostrophe) for item in expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("'home' he said", ["'|home|'", "|he|", "|said|"]),
        ("a 'good night' then", ["|a|", "'|good|", "|night|'", "|then|"]),
        ("'the dogs' bone' he said", ["'|the|", "|dogs'|", "|bone|'", "|he|", "|said|"]),
        ("the 'boss' and the dogs' bowl", ["|the|", "'|boss|'", "|and|", "|the|", "|dogs'|", "|bowl|"]),
        ("'Stop,' said the walkin' man", ["'|Stop|,'", "|said|", "|the|", "|walkin'|", "|man|"]),
        ("she said 'we're walkin''", ["|she|", "|said|", "'|we're|", "|walkin'|'"]),
        ("'rock 'n' roll' fans", ["'|rock|", "|'n'|", "|roll|'", "|fans|"]),
        ("‘the dogs’ bone’ he said", ["‘|the|", "|dogs’|", "|bone|’", "|he|", "|said|"]),
        ("' Go ' he walkin'", ["|Go|", "|he|", "|walkin'|"]),
    ],
)
def test_an_apostrophe_that_quotes_is_a_mark(line: str, expected: list[str]) -> None:
    assert marked(line) == expected


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("He went to the sea,", "sea"),
        ("of art—still", "still"),
        ("of art--still!", "still"),
        ("and then...gone?", "gone"),
        ("he waited…here", "here"),
        ('he said—"Go"', "Go"),
        ("for art—'tis", "'tis"),
        ("a well-bred", "well-bred"),
        ('the end." —', "end"),
        ("go walkin'", "walkin'"),
        ("今日🎂", "今日"),
    ],
)
def test_end_word(line: str, word: str) -> None:
    assert end_word(line) == word


@pytest.mark.parametrize("line", ["", "🎂 ♪ ♫", "— … !", "___"])
def test_a_line_without_letters_or_digits_has_no_end_word(line: str) -> None:
    assert end_word(line) is None
    assert end_word_span(line) is None


@pytest.mark.parametrize("line", ['"Go', "“Go", "‘Go", "'Go home", "«Ja", "„Ja", '("Go', '—"Go', '" Go', "‹Ja"])
def test_lines_that_start_a_quotation(line: str) -> None:
    assert starts_quotation(line)


@pytest.mark.parametrize("line", ["Go", "'Tis he", "’Twas", "(Go", 'He said "go"', "", "'n' roll", "—"])
def test_lines_that_start_none(line: str) -> None:
    assert not starts_quotation(line)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("well-bred", ["well", "bred"]), ("art—still", ["art", "still"]), ("don't", ["don't"]), ("'tis", ["tis"])],
)
def test_pieces(word: str, expected: list[str]) -> None:
    assert pieces(word) == expected


def test_letters_are_counted_in_any_script() -> None:
    assert [letters(word) for word in ("a", "it's", "10th", "é", "春眠", "🎂")] == [1, 3, 2, 1, 2, 0]


VERSE = st.text(st.sampled_from("abnsI'’‘\"“”.,—-…! \u0301🎂中１"), max_size=40)


@given(st.text() | VERSE)
def test_tokens_stand_in_order_between_spaces_and_hold_every_letter(line: str) -> None:
    found = list(tokens(line))
    place = 0
    for token in found:
        assert place <= token.token_start <= token.word_start < token.word_end <= token.token_end
        place = token.token_end
    strings = [line[t.token_start : t.token_end] for t in found]
    assert strings == [part for part in line.split() if any(c.isalnum() for c in part)]
    outside = [line[t.token_start : t.word_start] + line[t.word_end : t.token_end] for t in found]
    assert not any(character.isalnum() for character in "".join(outside))


@given(st.text() | VERSE)
def test_words_are_those_of_the_tokens(line: str) -> None:
    assert words(line) == [line[token.word_start : token.word_end] for token in tokens(line)]


@given(st.text() | VERSE)
def test_a_quotation_starts_before_the_first_word(line: str) -> None:
    found = tokens(line)
    before = line[: found[0].word_start] if found else line
    assert starts_quotation(line) == any(mark in before for mark in "'’‘‚\"“”„«»‹›`「『")


def test_a_long_token_is_read_as_a_short_one_is() -> None:
    assert marked(f"('{'ab' * 100},' he") == [f"('|{'ab' * 100}|,'", "|he|"]


@given(st.text() | VERSE)
def test_the_end_word_is_the_end_of_the_last_token(line: str) -> None:
    found = list(tokens(line))
    span = end_word_span(line)
    assert (span is None) == (not found)
    if span:
        assert found[-1].word_start <= span[0] < span[1] == found[-1].word_end
        assert any(character.isalnum() for character in line[slice(*span)])


def test_offsets_are_characters_of_the_line() -> None:
    assert list(tokens("(oh, 'tis!)")) == [Token(0, 1, 3, 4), Token(5, 5, 9, 11)]


def test_a_long_line_of_apostrophes_takes_no_longer_than_its_length() -> None:
    assert sum(1 for _ in tokens("'a " + "s' " * 30_000)) == 30_001
