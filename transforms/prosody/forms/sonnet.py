"""The sonnet: fourteen lines, Shakespearean, Spenserian, or Petrarchan in the variants that English poets use."""

from versebench.transforms.prosody.forms.contract import FIVE_IAMBS, Form, LineCount, fixed
from versebench.transforms.prosody.forms.registry import form

SHAKESPEAREAN = "ABABCDCDEFEFGG"
SPENSERIAN = "ABABBCBCCDCDEE"
_OCTAVES = {
    "ABBAABBA": (
        *("CDECDE", "CDCDCD", "CDEDCE", "CDEEDC", "CDECED", "CDEDEC", "CDCCDC", "CDDCDC", "CCDCCD", "CCDEED"),
        *("CDCDEE", "CDDCEE"),
    ),
    "ABBAACCA": ("DEFDEF", "DEDEDE", "DEEDFF", "DEDEFF", "DEFEDF", "DEFFED", "DEDFEF"),
    "ABBACDDC": ("EFGEFG", "EFEFEF", "EFEFGG", "EFFEGG", "EFGFEG"),
}
PETRARCHAN = tuple(octave + sestet for octave, sestets in _OCTAVES.items() for sestet in sestets)

SONNET = form(
    Form(
        name="sonnet",
        title="Sonnet",
        language="english",
        lines=LineCount(14, 14),
        schemes=fixed(*PETRARCHAN, SPENSERIAN, SHAKESPEAREAN),
        metre="five iambs",
        beats=FIVE_IAMBS,
    )
)
