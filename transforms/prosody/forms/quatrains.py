"""Stanzas of four lines; a poem of several stanzas is cut into them."""

from versebench.transforms.prosody.forms.contract import Beats, Cut, Form, LineCount, fixed
from versebench.transforms.prosody.forms.registry import form

_FOUR = LineCount(4, 4)

COMMON_METRE = form(
    Form(
        name="common-metre",
        title="Common metre",
        language="english",
        lines=_FOUR,
        schemes=fixed("ABAB", "xAxA"),
        metre="iambs, 8, 6, 8 and 6 syllables",
        beats=Beats((4, 3), ("iambic",)),
        cut=Cut(_FOUR),
    )
)

QUATRAIN = form(
    Form(
        name="quatrain",
        title="Quatrain",
        language="english",
        lines=_FOUR,
        schemes=fixed("ABAB", "AABB", "ABBA", "AABA"),
        cut=Cut(_FOUR),
    )
)
