"""Whether the metre of a poem is what its form claims."""

from collections.abc import Sequence
from enum import StrEnum

from versebench.transforms.prosody.forms.contract import Form

LINES_OFF = 0.2
"""The largest share of lines that may have another number of beats: one line of a limerick."""


class Claim(StrEnum):
    """Whether the metre of a poem is what its form claims; unchecked: no scanner reads the language."""

    AS_CLAIMED = "as_claimed"
    OTHER_METRE = "other_metre"
    OTHER_BEATS = "other_beats"
    NOT_SCANNED = "not_scanned"
    UNCHECKED = "unchecked"


def claim_of(form: Form, metre: str | None, beats: Sequence[int]) -> Claim | None:
    """Compare the metre and the beats of the lines, 0 for a line that was not scanned, with the claim of a form.

    ``metre`` is None if no line was scanned. None if the form claims no metre.
    """
    if form.metre is None:
        return None
    if form.beats is None:
        return Claim.UNCHECKED
    if metre is None:
        return Claim.NOT_SCANNED
    if form.beats.metres and metre not in form.beats.metres:
        return Claim.OTHER_METRE
    off = sum(number != form.beats.of(line) for line, number in enumerate(beats))
    return Claim.OTHER_BEATS if off > LINES_OFF * len(beats) else Claim.AS_CLAIMED
