"""Stray symbols go, and everything else stays."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.tasks.completions.cleaned import cleaned


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" and went home.", "and went home."),
        ("And went  home .\n", "And went home."),
        ("so,\nhe\tsaid ,  no !", "so, he said, no!"),
        ('he said , "No more ! "', 'he said, "No more!"'),
        ("he said “No more ! ”", "he said “No more!”"),
        ('"No ," said he .', '"No," said he.'),
        ("and *so* he_ went _home_.", "and so he went home."),
        ("| and then # [it] = {was} \\ > over. |", "and then it was over."),
        ("gone.~", "gone."),
        ("gone^.", "gone."),
        ("and/or a+b", "and/or a+b"),
        ("a**b c***", "a**b c"),
        ("the caf\u00e9\ufffd is\u200b shut\x00\x07.", "the caf\u00e9 is shut."),
        ("e\u0301tude \u2665 \u2122 \u25a0 \u00b0.", "\u00e9tude."),
        ("e\u200b\u0301t\u00e9", "\u00e9t\u00e9"),
        ("a\u2260b", "ab"),
        ("he said ’tis rock 'n' roll, 'tis so .", "he said ’tis rock 'n' roll, 'tis so."),
        ("(he went)—so—he went ;", "(he went)—so—he went;"),
        ("5 % of £ 10 & more @ home", "5 % of £ 10 & more @ home"),
        ("he had .45 and , yes", "he had .45 and, yes"),
        ("* * *", ""),
        ("", ""),
    ],
)
def test_by_hand(text: str, line: str) -> None:
    assert cleaned(text) == line


_TEXT = st.text(
    st.one_of(
        st.sampled_from("aZé5 ' \"’”“‘.,!?…;:—-()[]{}|*#~^<>=_\\/+`\n\t\x00\u200b\u0301\u0338\ufffd\u2028\u00a0♥≠"),
        st.characters(exclude_categories=["Cs"]),
    )
)


@given(_TEXT)
def test_what_is_clean_stays(text: str) -> None:
    once = cleaned(text)
    assert cleaned(once) == once


@given(_TEXT)
def test_what_needs_no_look_at_each_character_comes_out_as_if_it_had_one(text: str) -> None:
    assert cleaned("\u200b" + text) == cleaned(text)


@given(_TEXT)
def test_a_clean_line_has_nothing_that_breaks_it(text: str) -> None:
    line = cleaned(text)
    assert len(line.splitlines()) <= 1
    assert line == " ".join(line.split())
    assert unicodedata.is_normalized("NFC", line)
    assert not {unicodedata.category(char)[0] for char in line} & {"C"}
    assert "\ufffd" not in line


@given(st.lists(st.sampled_from("a He I'm don't Owl naïve (so) well-bred — 'tis \"so\" yes, no; it. so! é".split())))
def test_a_line_of_words_stays_as_it_is(words: list[str]) -> None:
    assert cleaned(" ".join(words)) == " ".join(words)


@given(_TEXT)
def test_letters_stay_in_their_order(text: str) -> None:
    def letters(of: str) -> str:
        return "".join(char for char in unicodedata.normalize("NFD", of) if char.isalpha() and char.isascii())

    assert letters(cleaned(text)) == letters(text)
