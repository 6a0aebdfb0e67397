"""A filter by the form of the poem, rhymes excepted: the number of lines, and further checks of the form."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


@filter_
class FitsForm(Filter):
    """Refuses a poem whose lines do not fit its form: too many or too few, or against a check of the form."""

    title: ClassVar[str] = "Form"
    source: ClassVar[str] = "versebench"
    counts_lines: ClassVar[bool] = True
    filter: Literal["form.v1"] = "form.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``form.lines``, or ``form.`` with the reason of the check; the detail lists all problems."""
        problems = stanza.form.fits(stanza.lines)
        if not problems:
            return None
        return Refusal(f"form.{problems[0].partition(': ')[0]}", "; ".join(map(_detail, problems)))


def _detail(problem: str) -> str:
    """The part of ``reason: detail`` after the reason."""
    return problem.partition(": ")[2]
