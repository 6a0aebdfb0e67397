"""Why a row was refused."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """A machine-readable reason, whose part before a dot names the check, and what was found, for people."""

    reason: str
    detail: str
