"""What became of one poem: stage by stage, kept or refused and why, each task, each score."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pipelines.errors import DataError, RecipeError
from transforms.keys import shard_of
from transforms.shards import storage
from transforms.shards.manifest import read_manifest, read_table

_ID = re.compile(r"[0-9a-f]{8,20}(\.\d+)?$")


@dataclass(frozen=True)
class Step:
    """What one stage or task did with the poem."""

    stage: str
    outcome: str
    detail: str


def why(root: str, work: str, release: str | None) -> list[Step]:
    """The steps of a poem, by its work id, its first eight digits or more, or its id in the source.

    Raises :class:`RecipeError` where there is no record of a release, :class:`DataError` where no row has the id.
    """
    stages = _stages(root, release)
    for identity in _ids(stages["ingest"], work):
        if steps := list(_steps(stages, identity)):
            return steps
    raise DataError(f"{work}: no ingested or refused row has this work id, reject id or source id in {root}")


def _stages(root: str, release: str | None) -> dict[str, str]:
    folder = storage.join(root, "records")
    names = [name for name in storage.list_names(folder) if release is None or name == f"{release}.json"]
    if not names:
        raise RecipeError(
            f"{folder}: no record of a release; run versebench release first, or give --root and --release"
        )
    if len(names) > 1:
        known = ", ".join(name.removesuffix(".json") for name in names)
        raise RecipeError(f"there are several releases: {known}; say which with --release NAME-VERSION")
    stages: dict[str, str] = json.loads(storage.read_bytes(storage.join(folder, names[0])))["stages"]
    return stages


def _ids(ingest: str, work: str) -> list[str]:
    """Ids of rows that a user may mean: the id itself, or those of all rows with that source id."""
    if _ID.match(work):
        return [work]
    found = []
    for table, column in (("poems", "work_id"), ("rejects", "reject_id")):
        for rows in _all_shards(ingest, table):
            found += rows.filter(pc.equal(rows.column("source_id"), work)).column(column).to_pylist()
    return found


def _steps(stages: dict[str, str], work: str) -> Iterator[Step]:
    poem, refused = (
        _first(stages["ingest"], "poems", "work_id", work),
        _first(stages["ingest"], "rejects", "reject_id", work),
    )
    if poem is None:
        if refused is not None:
            yield Step(
                "ingest", "rejected", f"{_reason(refused)} (read from {_place(stages['ingest'], refused['reject_id'])})"
            )
        return
    work = poem["work_id"]
    yield Step("ingest", "kept", f"work {work}, read from {_place(stages['ingest'], work)}")
    if refused := _first(stages["clean"], "rejects", "reject_id", work):
        yield Step("clean", "rejected", _reason(refused))
        return
    yield Step("clean", "kept", "passes every filter")
    pairs = {row["pair_id"]: row for row in _rows(stages["corrupt"], "pairs", "work_id", work)}
    for row in _rows(stages["corrupt"], "outcomes", "work_id", work):
        mine = [pair for pair in pairs.values() if (pair["task"], pair["edit"]) == (row["task"], row["edit"])]
        words = f"{', '.join(mine[0]['words'])} (pair {mine[0]['pair_id']})" if mine else row["reason"] or ""
        yield Step(row["task"], row["outcome"].replace("_", " "), words)
    yield from _decisions(stages, work, pairs)


def _decisions(stages: dict[str, str], work: str, pairs: dict[str, Any]) -> Iterator[Step]:
    for stage, directory in stages.items():
        if not stage.startswith("decide "):
            continue
        for row in _rows(directory, "decisions", "work_id", work):
            verdict = "tie" if row["tie"] else "right" if row["correct"] else "wrong"
            task = pairs[row["pair_id"]]["task"]
            yield Step(f"{task} / {row['model']}", verdict, f"{row['reduction']}: margin {row['margin']:+.4f} nats")


def _reason(reject: dict[str, Any]) -> str:
    return f"{reject['reason']}: {reject['detail']}"


def _place(ingest: str, row_id: str) -> str:
    found = _first(ingest, "provenance", "row_id", row_id)
    return f"{found['file']}, row {found['row']}" if found else "an unknown place"


def _first(directory: str, table: str, column: str, value: str) -> dict[str, Any] | None:
    return next(iter(_rows(directory, table, column, value)), None)


def _rows(directory: str, table: str, column: str, value: str) -> list[dict[str, Any]]:
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory} is gone; run versebench release again")
    rows = read_table(directory, manifest, table, shard_of(value, manifest.shards))
    return rows.filter(pc.starts_with(rows.column(column), value)).to_pylist()  # type: ignore[no-any-return]


def _all_shards(directory: str, table: str) -> Iterator[pa.Table]:
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory} is gone; run versebench release again")
    for shard in range(manifest.shards):
        yield read_table(directory, manifest, table, shard)
