"""Contested pairs in the documents of a release: how many there are, and what the scorers get with and without them."""

from collections.abc import Iterable
from dataclasses import dataclass

from versebench.release.documents.facts import ContestedFacts, ReleaseFacts, Result
from versebench.release.templates.order import series_order


@dataclass(frozen=True)
class ContestedRow:
    """A task with its contested pairs; for each series its result with them and without, None where there is none."""

    of: ContestedFacts
    cells: tuple[Result | None, ...]


def contested_rows(facts: ReleaseFacts) -> list[ContestedRow]:
    """A row for each task that was checked, under the reduction that the task is defined with."""
    everything, uncontested = _by_series(facts.results), _by_series(facts.uncontested_results)
    rows = []
    for contested in facts.contested:
        keys = [(contested.task, *series) for series in series_order(facts.models, facts.results)]
        rows.append(
            ContestedRow(contested, tuple(found.get(key) for key in keys for found in (everything, uncontested)))
        )
    return rows


def _by_series(results: Iterable[Result]) -> dict[tuple[str, str, str], Result]:
    return {(result.task, result.model, result.convention): result for result in results if result.own}
