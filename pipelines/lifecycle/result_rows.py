"""Convert rows of the tables of results and comparisons to facts of a release."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from versebench.release.documents.facts import PairedTest, Result
from versebench.transforms.tasks.registry import TASKS


def result(row: Mapping[str, Any]) -> Result:
    """A row of the results, with whether its task is defined with its reduction."""
    task = TASKS.get(row["task"].partition(":")[0])
    own = task is not None and task.reduction == row["reduction"]
    return Result(**{name: row[name] for name in _names(Result) if name != "own"}, own=own)


def paired_test(row: Mapping[str, Any]) -> PairedTest:
    """A row of the comparisons."""
    sides = {side: (row[f"{side}_model"], row[f"{side}_convention"]) for side in ("first", "second")}
    values: dict[str, Any] = {**row, **sides}
    return PairedTest(**{name: values[name] for name in _names(PairedTest)})


def _names(kind: type[Result | PairedTest]) -> list[str]:
    return [field.name for field in fields(kind)]
