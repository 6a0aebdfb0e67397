"""``cut.v1``: every line of a work stands in one piece, and every unit is within the limits of its form."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.cut import cut
from versebench.transforms.prosody.forms.contract import LineCount

LINES = st.sampled_from(["it ends.", 'it ends!"', "it goes on", "it goes on,", "does it?", ""])
TEXTS = (
    st.lists(LINES, min_size=1, max_size=60)
    .map(lambda lines: re.sub("\n{3,}", "\n\n", "\n".join(lines)).strip("\n"))
    .filter(bool)
)
"""As ingest normalises them: one blank line between stanzas."""
LIMITS = st.sampled_from(
    [LineCount(4, 4), LineCount(4, 14, 2), LineCount(6, 14), LineCount(2, 14), LineCount(5, 5), LineCount(1, None)]
)


def lines_of(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def stanza(lines: int, end: str = ".") -> str:
    return "\n".join(["on and on"] * (lines - 1) + [f"to the end{end}"])


@given(TEXTS, LIMITS)
def test_every_line_stands_in_exactly_one_piece_in_order(text: str, limits: LineCount) -> None:
    pieces = cut(text, limits)
    assert [line for piece in pieces for line in lines_of(piece.text)] == lines_of(text)
    first = 1
    for piece in pieces:
        assert (piece.first_line, piece.lines) == (first, len(lines_of(piece.text)))
        first += piece.lines


@given(TEXTS, LIMITS)
def test_every_unit_of_a_work_that_is_cut_is_within_the_limits(text: str, limits: LineCount) -> None:
    pieces = cut(text, limits)
    if len(pieces) > 1:
        assert all(piece.lines in limits for piece in pieces if piece.is_unit)


@given(TEXTS, LIMITS)
def test_units_end_with_a_stanza_or_a_sentence(text: str, limits: LineCount) -> None:
    rest = text
    for piece in cut(text, limits):
        assert rest.startswith(piece.text)
        rest = rest[len(piece.text) :]
        if piece.is_unit and rest:
            assert rest.startswith("\n\n") or piece.text.rstrip('"')[-1] in ".!?"
        rest = rest.lstrip("\n")


@given(TEXTS, LIMITS)
def test_a_text_that_is_short_enough_is_one_unit(text: str, limits: LineCount) -> None:
    if limits.most is None or len(lines_of(text)) <= limits.most:
        [piece] = cut(text, limits)
        assert piece.is_unit
        assert piece.text == text


@given(TEXTS, LIMITS)
def test_a_unit_is_not_cut_again(text: str, limits: LineCount) -> None:
    for piece in cut(text, limits):
        if piece.is_unit:
            assert [again.text for again in cut(piece.text, limits)] == [piece.text]


@pytest.mark.parametrize(
    ("text", "limits", "lines"),
    [
        ("\n\n".join([stanza(4)] * 3), LineCount(4, 4), [4, 4, 4]),
        ("\n".join([stanza(2), stanza(2)] * 3), LineCount(4, 4), [4, 4, 4]),
        ("\n\n".join([stanza(8, ","), stanza(7), stanza(2)]), LineCount(6, 14), [8, 9]),
        ("\n".join([stanza(10), stanza(10)]), LineCount(6, 14), [10, 10]),
        ("\n\n".join([stanza(2)] * 10), LineCount(4, 14, 2), [4] * 5),
    ],
)
def test_works_are_cut_at_stanzas_and_else_at_sentences(text: str, limits: LineCount, lines: list[int]) -> None:
    pieces = cut(text, limits)
    assert [piece.lines for piece in pieces] == lines
    assert all(piece.is_unit for piece in pieces)


def test_lines_without_the_end_of_a_sentence_are_left_out() -> None:
    text = "\n".join([stanza(8), stanza(20), stanza(8)])
    assert [(piece.first_line, piece.lines, piece.is_unit) for piece in cut(text, LineCount(6, 14))] == [
        (1, 8, True),
        (9, 20, False),
        (29, 8, True),
    ]


def test_four_lines_of_a_sestet_are_no_quatrain() -> None:
    sestet = "\n".join([stanza(4), stanza(2)])
    pieces = cut("\n\n".join([stanza(4), sestet]), LineCount(4, 4))
    assert [(piece.lines, piece.is_unit) for piece in pieces] == [(4, True), (6, False)]
