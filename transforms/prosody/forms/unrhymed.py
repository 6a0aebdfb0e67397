"""Verse that lives by its metre: blank verse, and lines of four beats bound by alliteration."""

from versebench.transforms.prosody.forms.contract import FIVE_IAMBS, Beats, Cut, Form, LineCount, unrhymed
from versebench.transforms.prosody.forms.registry import form

_PASSAGE = LineCount(6, 14)
_BEATS = LineCount(2, 14)

BLANK_VERSE = form(
    Form(
        name="blank-verse",
        title="Blank verse",
        language="english",
        lines=_PASSAGE,
        schemes=unrhymed,
        metre="five iambs",
        beats=FIVE_IAMBS,
        cut=Cut(_PASSAGE),
    )
)

FOUR_BEAT = form(
    Form(
        name="four-beat",
        title="Four-beat verse",
        language="english",
        lines=_BEATS,
        schemes=unrhymed,
        metre="four beats",
        beats=Beats((4,)),
        cut=Cut(_BEATS),
    )
)
