"""Time and memory of the analysis of an export with many judgements."""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.harness import Figures
from benchmarks.measure import Spent, in_a_process, peak_mib
from versebench.pipelines.studies.analyse import analyse_export
from versebench.pipelines.studies.folder import write_tables
from versebench.schemas.scores import DECISIONS
from versebench.schemas.studies import EXPORT_TABLES, ITEMS, JUDGEMENTS, JUDGES
from versebench.schemas.table import Table

PER_ITEM, SHARDS = 3, 8


def measure(judgements: int) -> Figures:
    """Makes an export of choices, and decisions of two models on its pairs, and analyses them in a new process."""
    with tempfile.TemporaryDirectory() as folder:
        export, release = in_a_process(_write, folder, judgements)
        return in_a_process(_analyse, folder, export, release)


def _analyse(folder: str, export: str, release: str) -> Figures:
    before, begun = peak_mib(), Spent.so_far()
    analysis = analyse_export(export, release, str(Path(folder) / "out"))
    spent = Spent.so_far() - begun
    rows = {f"rows of {name}": len(table) for name, table in analysis.tables.items() if len(table)}
    return {"seconds": spent.wall, "cpu seconds": spent.cpu, "MiB": peak_mib(), "MiB before": before, **rows}


def _write(folder: str, judgements: int) -> tuple[str, str]:
    number = judgements // PER_ITEM
    random = np.random.default_rng(0)
    judges = max(PER_ITEM, judgements // 2000)
    names = {kind: np.char.mod(f"{kind}%018d", np.arange(number)) for kind in ("aa", "bb", "cc", "dd")}
    items = {
        **_all(ITEMS, number, study="0123456789abcdef", protocol="choose_original.v1", stratum="all"),
        "item": names["aa"],
        "task": _tasks(number),
        "pair_id": names["bb"],
        "work_id": names["cc"],
        "text_ids": [[f"{first}", f"{second}"] for first, second in zip(names["cc"], names["dd"], strict=True)],
        "texts": [["", ""]] * number,
        "roles": [["original", "corrupted"]] * number,
    }
    place = np.repeat(np.arange(number), PER_ITEM)
    right = random.random(len(place)) < np.repeat(random.beta(8, 2, number), PER_ITEM)
    judged = {
        **_all(JUDGEMENTS, len(place), study="0123456789abcdef", protocol="choose_original.v1", language="en"),
        **{name: np.array(items[name])[place] for name in ("item", "task", "pair_id", "work_id")},
        "judge": np.char.mod("j%09d", np.arange(len(place)) % judges),
        "chosen_text_id": np.where(right, names["cc"][place], names["dd"][place]),
        "answer": np.where(right, "first", "second"),
        "correct": right,
    }
    people = {
        **_all(JUDGES, judges, study="0123456789abcdef", language="en"),
        "judge": np.char.mod("j%09d", np.arange(judges)),
    }
    tables = {name: [table.empty()] * SHARDS for name, table in EXPORT_TABLES.items()}
    for table, columns in ((ITEMS, items), (JUDGEMENTS, judged), (JUDGES, people)):
        tables[table.name] = _shards(table.build(columns))
    export, _ = write_tables(folder, "export", {EXPORT_TABLES[name]: parts for name, parts in tables.items()}, {})
    margins = random.normal(1, 1, 2 * number)
    decided = {
        **_all(DECISIONS, 2 * number, convention="c", precision="fp32", reduction="sum"),
        "pair_id": np.tile(names["bb"], 2),
        "work_id": np.tile(names["cc"], 2),
        "task": np.tile(_tasks(number), 2),
        "model": np.repeat(["one", "two"], number),
        "margin": margins,
        "correct": margins > 0,
    }
    release, _ = write_tables(folder, "release", {DECISIONS: _shards(DECISIONS.build(decided))}, {})
    return export.directory, release.directory


def _tasks(number: int) -> np.ndarray:
    return np.where(np.arange(number) % 2, "swap_lines.v1", "swap_end_words.v1")


def _all(table: Table, number: int, **words: str) -> dict[str, Any]:
    """A column of equal values for each field: null, the given word, 0, or false."""
    columns: dict[str, Any] = {}
    for field in table.schema:
        value = words.get(field.name, None if field.nullable else "" if field.type == pa.string() else 0)
        columns[field.name] = [bool(value) if field.type == pa.bool_() and value is not None else value] * number
    return columns


def _shards(rows: pa.Table) -> list[pa.Table]:
    size = -(-len(rows) // SHARDS)
    return [rows.slice(place * size, size).combine_chunks() for place in range(SHARDS)]
