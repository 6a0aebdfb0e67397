"""From the row of a work to the rows of its units."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.cut import Piece, cut
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.text.keys import hash_id, text_id, unit_id

LEFT_OUT = "cut"
"""The first part of the reject reason of lines that no unit could contain."""


class LinesLeftOut(NamedTuple):
    """Lines of a work that belong to no unit, and why."""

    text: str
    refusal: Refusal


def units(work: Mapping[str, Any]) -> Iterator[dict[str, Any] | LinesLeftOut]:
    """Yields the columns of each unit of a work, and the lines that belong to no unit, in the order of the work.

    The column ``whole`` of a unit states the text that it was cut from. It is no column of the table of poems.
    A work that its form does not cut, or that is short enough, stays as it is.
    """
    form = FORMS[work["form"]]
    pieces = [] if form.cut is None else cut(work["text"], form.cut.lines)
    if len(pieces) == 1 and pieces[0].is_unit:
        pieces = []
    if not pieces:
        yield dict(work)
    for piece in pieces:
        if piece.is_unit:
            yield _unit(work, piece)
        else:
            detail = (
                f"lines {piece.first_line} to {piece.first_line + piece.lines - 1}: cannot be cut into units of "
                f"{form.cut and form.cut.lines} at the end of a stanza or sentence"
            )
            yield LinesLeftOut(piece.text, Refusal(f"{LEFT_OUT}.no_unit", detail))


def _unit(work: Mapping[str, Any], piece: Piece) -> dict[str, Any]:
    return {
        **work,
        "work_id": unit_id(work["work_id"], piece.first_line),
        "text_id": text_id(piece.text),
        "parent_id": work["work_id"],
        "first_line": piece.first_line,
        "text": piece.text,
        "whole": whole_of(work["form"], work["text"]),
    }


def whole_of(form: str, text: str) -> str:
    """What distinguishes the texts that units are cut from, in the order of their text ids.

    Form and stanza breaks count, unlike in a text id, because they decide where a text is cut.
    """
    return text_id(text) + hash_id("whole", form, text)
