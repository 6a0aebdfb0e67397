import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scanner.contract import Scansion
from versebench.transforms.prosody.scansion.marks import marks_over, metre_name


def places(line: str) -> list[tuple[int, int]]:
    found, end = [], 0
    for word in line.split():
        start = line.index(word, end)
        end = start + len(word)
        found.append((start, end))
    return found


@pytest.mark.parametrize(
    ("line", "patterns", "marks"),
    [
        ("The broken chair", ["-", "+-", "+"], "  x   / x    /"),
        ("The lake before", ["-", "+", "-+"], "  x  /    x /"),
        ("the unequal fight", ["", "-+-", "+"], "    x / x    /"),
        ("psst alone", ["+", "-+"], "/    x /"),
    ],
)
def test_marks_stand_over_vowels(line: str, patterns: list[str], marks: str) -> None:
    assert marks_over(line, places(line), patterns) == marks


def test_marks_of_a_line() -> None:
    line = "The kettle sings beside the broken chair,"
    ranges = places(line.rstrip(","))
    shown = marks_over(line, ranges, ["-", "+-", "+", "-+", "-", "+-", "+"])
    assert [line[place] for place, mark in enumerate(shown) if mark != " "] == list("eeeieieoea")


@given(st.text("abcdefghijklmnopqrstuvwxyz'", min_size=1, max_size=12), st.text("+-", max_size=6))
def test_a_word_with_enough_letters_has_a_mark_for_each_sign(word: str, pattern: str) -> None:
    shown = marks_over(word, [(0, len(word))], [pattern])
    assert len(shown) <= len(word)
    if len(pattern) <= len(word):
        assert len(shown.replace(" ", "")) == len(pattern)


@pytest.mark.parametrize(
    ("metre", "beats", "name"),
    [
        ("iambic", (5,), "iambic pentameter"),
        ("iambic", (4, 3), "iambic, 4-3 beats"),
        ("accentual", (4,), "four-beat verse"),
        ("anapaestic", (3, 3, 2, 2, 3), "limerick (anapaestic, 3-3-2-2-3 beats)"),
        ("accentual", (), "accentual, no regular number of beats"),
        ("iambic", (12,), "iambic, 12 beats"),
        ("", (), "none"),
    ],
)
def test_names_of_metres(metre: str, beats: tuple[int, ...], name: str) -> None:
    assert metre_name(Scansion(metre, beats, None, ())) == name
