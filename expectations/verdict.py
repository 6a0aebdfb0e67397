"""The result of one expectation on one shard of a table, or on a whole run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one expectation on one shard; ``shard`` is None if the whole run was checked.

    ``examples`` name up to five unexpected rows by their key columns. ``error`` is set if the check itself raised an
    exception. This counts as a failure, since the rows could not be checked.
    """

    table: str
    shard: int | None
    expectation: str
    success: bool
    rows: int
    unexpected: int
    examples: tuple[str, ...] = ()
    error: str | None = None


def to_json(verdict: Verdict) -> dict[str, Any]:
    """A dict of JSON values from which ``from_json`` restores an equal verdict."""
    return {**asdict(verdict), "examples": list(verdict.examples)}


def from_json(values: Mapping[str, Any]) -> Verdict:
    """The verdict that ``to_json`` wrote."""
    return Verdict(**{**values, "examples": tuple(values["examples"])})
