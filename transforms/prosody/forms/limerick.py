"""The limerick: five lines, AABBA, the third and fourth shorter."""

from versebench.transforms.prosody.forms.contract import Beats, Form, LineCount, fixed
from versebench.transforms.prosody.forms.registry import form

LIMERICK = form(
    Form(
        name="limerick",
        title="Limerick",
        language="english",
        lines=LineCount(5, 5),
        schemes=fixed("AABBA"),
        short_lines=(2, 3),
        metre="three beats in lines 1, 2 and 5, two in lines 3 and 4",
        beats=Beats((3, 3, 2, 2, 3)),
    )
)
