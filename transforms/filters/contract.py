"""What a filter promises."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from versebench.schemas.settings import Settings
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


class Filter(Settings):
    """A check of one stanza. A subclass adds its settings and a ``filter`` key with its versioned name.

    A change of what a filter refuses is a new version under a new name.
    """

    title: ClassVar[str]
    """Plain name for people."""

    source: ClassVar[str]
    """Paper and section."""

    example: ClassVar[Mapping[str, Any]] = {}
    """Values of the settings without a default, for documentation and tests."""

    filter: str
    """Versioned name."""

    @abstractmethod
    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Why the stanza is refused, or None. Reasons start with the filter's name without its version."""
