"""Facts about a whole release that no single shard shows, and the note in which they are kept."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from versebench.expectations.accumulators.id_sets import IdFacts
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.run import canonical_json

if TYPE_CHECKING:
    from versebench.expectations.accumulators.add_counts import Counts

VERSION = "accumulate.v3"

NAME = "whole.json"
"""File name of the facts, in the folder of the verdicts."""


@dataclass(frozen=True)
class Facts:
    """Facts about a whole release that no single shard shows.

    ``leaks`` names the clusters with works in two splits, ``claims`` counts poems by form and by whether their metre is
    what the form claims.
    """

    distributions: "Counts"
    pair_counts: "Counts"
    ids: Mapping[str, IdFacts]
    leaks: tuple[str, ...]
    claims: "Counts" = field(default_factory=dict)

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> "Facts":
        """The facts from the values of a note."""
        ids = {name: IdFacts(**{**each, "examples": tuple(each["examples"])}) for name, each in value["ids"].items()}
        return Facts(value["distributions"], value["pair_counts"], ids, tuple(value["leaks"]), value["claims"])


def read_facts(directory: str) -> Facts:
    """Read the facts. Raises :class:`DamagedShardError` if the file differs from what was written."""
    path = filesystem.join(directory, NAME)
    content = filesystem.read_bytes(path)
    facts = _parsed(content)
    if facts is None or note_of(facts) != content:
        raise DamagedShardError(f"{path} differs from what was written; delete {directory} and run again")
    return facts


def _parsed(content: bytes) -> Facts | None:
    try:
        return Facts.from_json(json.loads(content)["facts"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def note_of(facts: Facts) -> bytes:
    """The facts and their checksum as they are written."""
    value = asdict(facts)
    digest = hashlib.sha256(canonical_json(value).encode()).hexdigest()
    return (canonical_json({"facts": value, "sha256": digest}) + "\n").encode()
