"""A refused poem, as a report shows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RefusedPoem:
    """A row that was refused, with the reason. ``spans`` are the words in its text that the reason names.

    ``spoken`` are these words with their phones. ``kept_by`` are the settings under which the two lines that the reason
    names rhyme.
    """

    reject_id: str
    source_id: str
    reason: str
    detail: str
    text: str
    spans: tuple[tuple[int, int], ...] = ()
    spoken: tuple[tuple[str, str], ...] = ()
    kept_by: tuple[str, ...] = ()

    @property
    def identity(self) -> tuple[str, str, str, str, str]:
        """Ids, reason, detail and text."""
        return self.reject_id, self.source_id, self.reason, self.detail, self.text
