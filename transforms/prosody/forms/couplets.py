"""Rhyming couplets, from two of them to seven."""

from string import ascii_uppercase

from versebench.transforms.prosody.forms.contract import FIVE_IAMBS, Cut, Form, LineCount
from versebench.transforms.prosody.forms.registry import form

_LINES = LineCount(4, 14, multiple=2)


def _in_pairs(lines: int) -> tuple[str, ...]:
    return ("".join(letter * 2 for letter in ascii_uppercase[: lines // 2]),)


COUPLETS = form(
    Form(
        name="couplets",
        title="Couplets",
        language="english",
        lines=_LINES,
        schemes=_in_pairs,
        metre="five iambs",
        beats=FIVE_IAMBS,
        cut=Cut(_LINES),
    )
)
