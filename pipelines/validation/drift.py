"""Drift: how far the distributions of a release are from those of the previous one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from versebench.expectations.counts import Drift
from versebench.expectations.drift import Distribution, drifts, from_counts, from_json, histograms, to_json
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.validation.facts import Facts
from versebench.storage import filesystem

NAME = "distributions.json"
"""The document of a release with its distributions, with which the next release is compared."""


@dataclass(frozen=True)
class Drifted:
    """The distance in every dimension, and both distributions."""

    rows: list[Drift]
    before: Mapping[str, Distribution]
    now: Mapping[str, Distribution]

    def explain(self) -> list[str]:
        """The dimensions beyond their limit, each with both histograms."""
        lines = []
        for row in self.rows:
            if row.distance > row.limit:
                lines.append(
                    f"  {row.dimension}: {row.distance:.3f} from the previous release, at most {row.limit} is allowed"
                )
                lines += [f"    {line}" for line in histograms(self.before[row.dimension], self.now[row.dimension])]
        return lines


def drift(facts: Facts, previous: Previous, limit: float) -> Drifted | None:
    """How far the facts are from those of the previous release; None if that has no distributions.

    Raises :class:`DataError` if its document is damaged.
    """
    before = _distributions(previous)
    if before is None:
        return None
    now = from_counts(facts.distributions)
    return Drifted(drifts(before, now, limit), before, now)


def document(facts: Facts) -> str:
    """The document with the distributions of a release."""
    return json.dumps(to_json(from_counts(facts.distributions)), indent=1, ensure_ascii=False) + "\n"


def _distributions(previous: Previous) -> dict[str, Distribution] | None:
    path = filesystem.join(previous.folder, NAME)
    try:
        content = previous.document(NAME)
        return None if content is None else from_json(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path} is damaged: {error}; fetch the previous release again, or set drift: null") from None
