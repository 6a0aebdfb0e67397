"""The suites, one JSON file per table: its expectations, and why each exists."""

import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from versebench.expectations import counts, derive
from versebench.schemas.registry import TABLES

NAMES = (*TABLES, *counts.FRAMES)

_COLUMN_ARGUMENTS = ("column", "column_A", "column_B")


@dataclass(frozen=True)
class Expectation:
    """An expectation of Great Expectations: the name of its class, its arguments, and why it exists."""

    type: str
    kwargs: Mapping[str, Any]
    why: str

    @property
    def label(self) -> str:
        """The expectation with its arguments, for people to read."""
        return f"{self.type}({', '.join(f'{name}={_shown(value)}' for name, value in self.kwargs.items())})"

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns that the expectation checks."""
        single = (self.kwargs[name] for name in _COLUMN_ARGUMENTS if name in self.kwargs)
        return (*single, *self.kwargs.get("column_list", ()))


@dataclass(frozen=True)
class Suite:
    """The expectations of one table. ``key`` lists the columns that identify a row in examples."""

    table: str
    key: tuple[str, ...]
    expectations: tuple[Expectation, ...]


@functools.cache
def load(name: str) -> Suite:
    """The suite of a table, from the JSON file with its name. Raises ``ValueError`` if the file is invalid."""
    text = files("versebench.expectations").joinpath("suites", f"{name}.json").read_text(encoding="utf-8")
    return parse(name, json.loads(text))


def fingerprint(name: str) -> str:
    """Hash of a suite's expectations without their reasons: equal for suites that give the same verdicts."""
    expectations = [[entry.type, entry.kwargs] for entry in load(name).expectations]
    return hashlib.blake2b(json.dumps(expectations, sort_keys=True).encode(), digest_size=8).hexdigest()


def fingerprints() -> dict[str, str]:
    """The fingerprint of every suite by name."""
    return {name: fingerprint(name) for name in NAMES}


def parse(name: str, document: Mapping[str, Any]) -> Suite:
    """A suite from its JSON values. Raises ``ValueError`` if a reason is missing or a column does not exist."""
    if document["table"] != name:
        raise ValueError(f"suite {name} is for the table {document['table']}; give the file the name of its table")
    key, columns = _frame_of(name)
    expectations = tuple(Expectation(**entry) for entry in document["expectations"])
    for expectation in expectations:
        _check(name, expectation, columns)
    if len({expectation.label for expectation in expectations}) < len(expectations):
        raise ValueError(f"suite {name} contains an expectation twice; remove one of them")
    return Suite(name, key, expectations)


def _frame_of(name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    if name in TABLES:
        return TABLES[name].key, derive.columns(TABLES[name])
    frame = counts.FRAMES[name]
    return frame.key, frozenset(frame.schema.names)


def _check(name: str, expectation: Expectation, columns: frozenset[str]) -> None:
    if not expectation.why.strip():
        raise ValueError(f"suite {name}: {expectation.label} has no reason; state it as 'why'")
    if unknown := sorted(set(expectation.columns) - columns):
        raise ValueError(
            f"suite {name}: {expectation.label} names unknown columns: {', '.join(unknown)}. "
            f"Choose from the scalar and derived columns: {', '.join(sorted(columns))}"
        )


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
