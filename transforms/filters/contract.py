"""The contract of a filter."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from versebench.schemas.settings import Settings
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE, Form
from versebench.transforms.prosody.stanza import Stanza


class Filter(Settings):
    """A check of one stanza. A subclass adds its settings and a ``filter`` key with its versioned name.

    A change of what a filter refuses is a new version under a new name.
    """

    title: ClassVar[str]
    """Name in plain English."""

    source: ClassVar[str]
    """Paper and section."""

    example: ClassVar[Mapping[str, Any]] = {}
    """Values of the settings without a default, for documentation and tests."""

    counts_lines: ClassVar[bool] = False
    """Whether the filter refuses a poem whose number of lines its form does not allow."""

    language: ClassVar[str] = ANY_LANGUAGE
    """The language whose poems the filter can check."""

    filter: str
    """Versioned name."""

    def unfit_for(self, form: Form) -> str | None:  # noqa: ARG002
        """Why the filter refuses every poem of a form, and what to choose instead; None if it does not."""
        return None

    @abstractmethod
    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Why the stanza is refused; None if it passes. Reasons start with the filter's name without its version."""
