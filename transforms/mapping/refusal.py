"""The refusal of a row."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A machine-readable reason, whose part before a dot names the check, and a detail for people."""

    reason: str
    detail: str
