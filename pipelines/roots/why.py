"""The path of one poem through a release: kept or refused by each stage and why, each task, each decision."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.records import run_under_root
from versebench.storage import filesystem
from versebench.storage.manifest import Manifest, read_manifest, read_table
from versebench.transforms.text.keys import shard_of

MOST_POEMS = 5
"""The most poems with a text that are shown at once."""

_ID = re.compile(r"[0-9a-f]{8,20}(\.[0-9]+)?$")


@dataclass(frozen=True)
class Step:
    """The outcome of one stage or task for the poem."""

    stage: str
    outcome: str
    detail: str


@dataclass(frozen=True)
class _Row:
    """A row of ingest: its shard, its work id or reject id, which lines of its work it is, and why it was refused.

    The lines are None unless the work was cut into units.
    """

    shard: int
    identity: str
    lines: str | None
    refused: str | None


def why(root: str, work: str, release: str | None) -> list[Step]:
    """The steps of every row with an id, or with words of a text.

    Args:
        root: The root of the release.
        work: A work id or reject id, at least the first eight digits of one, or an id in the source. The id of a work
            that was cut names all its units. If no row has the id, words that follow each other in a poem.
        release: NAME-VERSION; may be None if the root has one release.

    Raises :class:`RecipeError` if the root has no record of the release, :class:`DataError` if no row has the id or
    text, or more poems have the text than can be shown.
    """
    stages = _stages(root, release)
    rows = _rows_named(stages["ingest"], work) or _rows_with(stages["ingest"], work)
    if not rows:
        raise DataError(
            f"{root}: no row has the work id, reject id, source id or text {work!r}; look poems up with versebench "
            "show DIR --table poems, or versebench rejects DIR --like TEXT"
        )
    return [step for row in rows for step in _steps(stages, row)]


def _stages(root: str, release: str | None) -> dict[str, str]:
    folder = filesystem.join(root, "records")
    names = [name for name in filesystem.list_names(folder) if release is None or name == f"{release}.json"]
    if not names:
        raise RecipeError(
            f"{folder}: there is no record of {release or 'a release'}; run versebench release first, or check --root "
            "and --release"
        )
    if len(names) > 1:
        known = ", ".join(name.removesuffix(".json") for name in names)
        raise RecipeError(f"{root} has several releases: {known}; choose one with --release NAME-VERSION")
    stages: dict[str, str] = json.loads(filesystem.read_bytes(filesystem.join(folder, names[0])))["stages"]
    return {stage: filesystem.join(root, run_under_root(run)) for stage, run in stages.items()}


def _rows_named(ingest: str, work: str) -> list[_Row]:
    """The rows of ingest that an id may name: those of its shard, otherwise those of all shards."""
    manifest = _manifest(ingest)
    if _ID.match(work) and (near := _matches(ingest, manifest, shard_of(work, manifest.shards), work)):
        return near
    return [row for shard in range(manifest.shards) for row in _matches(ingest, manifest, shard, work)]


def _matches(ingest: str, manifest: Manifest, shard: int, work: str) -> list[_Row]:
    """The rows of a shard with an id. A refused row also matches the id of the work that it would have been."""
    matches = []
    for table, key in (("poems", "work_id"), ("rejects", "reject_id")):
        rows = read_table(ingest, manifest, table, shard)
        same = pc.or_kleene(pc.equal(rows.column("source_id"), work), pc.equal(rows.column("work_id"), work))
        if _ID.match(work):
            same = pc.or_kleene(same, pc.starts_with(rows.column(key), work))
        if table == "poems":
            same = pc.or_kleene(same, pc.fill_null(pc.equal(rows.column("parent_id"), work), False))
        values = rows.filter(pc.fill_null(same, False)).to_pylist()
        values.sort(key=lambda row: (row.get("parent_id") or row[key], row.get("first_line") or 0))
        matches += [_Row(shard, row[key], _lines(row), None if table == "poems" else _reason(row)) for row in values]
    return matches


def _rows_with(ingest: str, text: str) -> list[_Row]:
    """The rows of ingest in which the words of a text follow each other.

    Raises :class:`DataError`, with the ids and beginnings of some, if there are more than :data:`MOST_POEMS`.
    """
    manifest, wanted = _manifest(ingest), _words(text)
    if not wanted:
        return []
    matches = []
    for shard in range(manifest.shards):
        for table, key, column in (("poems", "work_id", "text"), ("rejects", "reject_id", "original")):
            rows = read_table(ingest, manifest, table, shard)
            texts = rows.column(column).to_pylist()
            places = [place for place, one in enumerate(texts) if one and wanted in _words(one)]
            for row in rows.take(pa.array(places, pa.int64())).to_pylist():
                refused = None if table == "poems" else _reason(row)
                matches.append((_Row(shard, row[key], _lines(row), refused), row[column]))
    if len(matches) > MOST_POEMS:
        some = ", ".join(f"{row.identity} ({original.splitlines()[0][:40]})" for row, original in matches[:MOST_POEMS])
        raise DataError(f"{len(matches)} poems have the text {text!r}; write more of it, or an id, as of {some}")
    return [row for row, _ in matches]


def _words(text: str) -> str:
    """The words of a text in one line, without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _lines(row: dict[str, Any]) -> str | None:
    """Which lines of its work a unit is; None for other rows."""
    if row.get("parent_id") is None:
        return None
    last = row["first_line"] + sum(1 for line in row["text"].split("\n") if line) - 1
    return f"lines {row['first_line']} to {last} of {row['parent_id']}"


def _steps(stages: dict[str, str], row: _Row) -> Iterator[Step]:
    place = _place(stages["ingest"], row)
    if row.refused is not None:
        yield Step("ingest", "rejected", f"{row.refused} (read from {place})")
        return
    work = row.identity
    name = f"work {work}" if row.lines is None else f"{row.lines}, unit {work}"
    yield Step("ingest", "kept", f"{name}, read from {place}")
    if refused := _first(stages["clean"], "rejects", "reject_id", work):
        yield Step("clean", "rejected", _reason(refused))
        return
    yield Step("clean", "kept", "passes every filter")
    if "split" in stages:
        if refused := _first(stages["split"], "rejects", "reject_id", work):
            yield Step("split", "rejected", _reason(refused))
            return
        side = _rows(stages["split"], "splits", "work_id", work)[0]
        yield Step("split", side["split"], f"cluster {side['cluster']}")
    if "annotate" in stages:
        yield _annotated(_rows(stages["annotate"], "annotation", "work_id", work)[0])
    yield from _candidates(stages, work)
    if "corrupt" not in stages:
        return
    pairs = {row["pair_id"]: row for row in _rows(stages["corrupt"], "pairs", "work_id", work)}
    for outcome in _rows(stages["corrupt"], "outcomes", "work_id", work):
        made = [pair for pair in pairs.values() if (pair["task"], pair["edit"]) == (outcome["task"], outcome["edit"])]
        detail = f"{', '.join(made[0]['words'])} (pair {made[0]['pair_id']})" if made else outcome["reason"] or ""
        yield Step(outcome["task"], outcome["outcome"].replace("_", " "), detail)
    yield from _decisions(stages, work, pairs)


def _annotated(row: dict[str, Any]) -> Step:
    metre = "" if row["metre"] is None else f"; metre {row['metre']}"
    return Step("annotate", row["scheme"], f"rhyme scheme of the form; by sound alone {row['heard_scheme']}{metre}")


def _candidates(stages: dict[str, str], work: str) -> Iterator[Step]:
    """The candidates of models for the tasks that need them."""
    for stage, directory in stages.items():
        if not stage.startswith("candidates "):
            continue
        for tried in _rows(directory, "attempts", "work_id", work):
            if tried["reason"] is not None:
                yield Step(stage, "none", tried["reason"])
                continue
            refused = zip(tried["refused_reasons"], tried["refused_counts"], strict=True)
            refusals = "".join(f", {count} refused for {reason}" for reason, count in refused)
            yield Step(stage, f"{tried['kept']} kept", f"of {tried['found']} candidates{refusals}")


def _decisions(stages: dict[str, str], work: str, pairs: dict[str, Any]) -> Iterator[Step]:
    for stage, directory in stages.items():
        if not stage.startswith("decide "):
            continue
        for decision in _rows(directory, "decisions", "work_id", work):
            verdict = "tie" if decision["tie"] else "right" if decision["correct"] else "wrong"
            task = pairs[decision["pair_id"]]["task"]
            yield Step(
                f"{task} / {decision['model']}",
                verdict,
                f"{decision['reduction']}: margin {decision['margin']:+.4f} nats",
            )


def _reason(reject: dict[str, Any]) -> str:
    return f"{reject['reason']}: {reject['detail']}"


def _place(ingest: str, row: _Row) -> str:
    rows = read_table(ingest, _manifest(ingest), "provenance", row.shard)
    origins = rows.filter(pc.equal(rows.column("row_id"), row.identity)).to_pylist()
    return f"{origins[0]['file']}, row {origins[0]['row']}" if origins else "an unknown file"


def _first(directory: str, table: str, column: str, value: str) -> dict[str, Any] | None:
    return next(iter(_rows(directory, table, column, value)), None)


def _rows(directory: str, table: str, column: str, value: str) -> list[dict[str, Any]]:
    manifest = _manifest(directory)
    rows = read_table(directory, manifest, table, shard_of(value, manifest.shards))
    return rows.filter(pc.equal(rows.column(column), value)).to_pylist()  # type: ignore[no-any-return]


def _manifest(directory: str) -> Manifest:
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory}: the run that the record names is gone; run versebench release again")
    return manifest
