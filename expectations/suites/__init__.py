"""The suites, one JSON file per table: which expectations must hold, and why each exists."""

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
    """An expectation of Great Expectations by the name of its class, with its arguments and why it exists."""

    type: str
    kwargs: Mapping[str, Any]
    why: str

    @property
    def label(self) -> str:
        """The expectation with its arguments, as people read it."""
        return f"{self.type}({', '.join(f'{name}={_shown(value)}' for name, value in self.kwargs.items())})"

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns that the expectation speaks of."""
        single = (self.kwargs[name] for name in _COLUMN_ARGUMENTS if name in self.kwargs)
        return (*single, *self.kwargs.get("column_list", ()))


@dataclass(frozen=True)
class Suite:
    """The expectations of one table; ``key`` names the columns by which examples name a row."""

    table: str
    key: tuple[str, ...]
    expectations: tuple[Expectation, ...]


@functools.cache
def load(name: str) -> Suite:
    """The suite of a table, from the JSON file of that name; raises ``ValueError`` where the file is wrong."""
    text = files("versebench.expectations").joinpath("suites", f"{name}.json").read_text(encoding="utf-8")
    return parse(name, json.loads(text))


def fingerprint(name: str) -> str:
    """Hash of what a suite expects, without the reasons: equal for suites that give the same verdicts."""
    stated = [[entry.type, entry.kwargs] for entry in load(name).expectations]
    return hashlib.blake2b(json.dumps(stated, sort_keys=True).encode(), digest_size=8).hexdigest()


def parse(name: str, document: Mapping[str, Any]) -> Suite:
    """A suite from its JSON; raises ``ValueError`` where a reason is missing or a column does not exist."""
    if document["table"] != name:
        raise ValueError(f"suite {name} is of table {document['table']}; name the file as the table")
    key, columns = _frame_of(name)
    expectations = tuple(Expectation(**entry) for entry in document["expectations"])
    for expectation in expectations:
        _check(name, expectation, columns)
    if len({expectation.label for expectation in expectations}) < len(expectations):
        raise ValueError(f"suite {name} states an expectation twice")
    return Suite(name, key, expectations)


def _frame_of(name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    if name in TABLES:
        return TABLES[name].key, derive.columns(TABLES[name])
    frame = counts.FRAMES[name]
    return frame.key, frozenset(frame.schema.names)


def _check(name: str, expectation: Expectation, columns: frozenset[str]) -> None:
    if not expectation.why.strip():
        raise ValueError(f"suite {name}: {expectation.label} does not say why it exists")
    if unknown := sorted(set(expectation.columns) - columns):
        raise ValueError(
            f"suite {name}: {expectation.label} speaks of {', '.join(unknown)}; the scalar and derived columns are "
            f"{', '.join(sorted(columns))}"
        )


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
