"""A filter that requires five lines, blank ones not counted."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.stanza import Stanza


@filter_
class FiveLines(Filter):
    """Refuses a poem that does not have exactly five lines."""

    title: ClassVar[str] = "Five lines"
    source: ClassVar[str] = "RANLP 2021, 4.1; JCLS 2022, 2.5"
    counts_lines: ClassVar[bool] = True
    filter: Literal["five_lines.v1"] = "five_lines.v1"

    def unfit_for(self, form: Form) -> str | None:
        """The filter refuses every poem of a form that cannot have five lines."""
        if 5 in form.lines:
            return None
        return (
            f"the form {form.name} has {form.lines}, not 5; set clean.profile to 'verse', or list form.v1 in "
            "clean.filters instead"
        )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reason: ``five_lines``, with the number of lines."""
        count = len(stanza.lines)
        return None if count == 5 else Refusal("five_lines", f"{count} line{'s' * (count != 1)}")
