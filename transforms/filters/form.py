"""The form of the poem, but for its rhymes: the number of its lines, and what else the form checks."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


@filter_
class FitsForm(Filter):
    """Refuses a poem whose lines are not in its form: too many or too few, or against a check of the form."""

    title: ClassVar[str] = "Form"
    source: ClassVar[str] = "versebench"
    counts_lines: ClassVar[bool] = True
    filter: Literal["form.v1"] = "form.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """``form.lines``, or ``form.`` and the reason of the check; the detail holds all that is wrong."""
        problems = stanza.form.fits(stanza.lines)
        if not problems:
            return None
        return Refusal(f"form.{problems[0].partition(': ')[0]}", "; ".join(problems))
