"""Ingest: read the files of a recipe's sources into shards of poems."""

from collections import Counter
from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.failure_limit import check_failures
from versebench.pipelines.stages.forms import forms_asked, languages_asked
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.poems import POEMS, PROVENANCE, REJECTS
from versebench.storage import filesystem
from versebench.storage.manifest import read_run_manifest
from versebench.transforms.ingest.commit_poems import CommitPoems
from versebench.transforms.ingest.source_file import NAMED_BY_FILE, SourceFile, name_of
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED
from versebench.transforms.prosody import cut
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.source import Source
from versebench.transforms.sources.units import LEFT_OUT

if TYPE_CHECKING:
    import apache_beam as beam

    from versebench.transforms.ingest import read_sources

VERSION = "ingest.v3"
_PARTITION_BYTES = 1 << 26
_DETAIL = 300


def ingest(recipe: Recipe, root: str, runner: Runner) -> Committed:
    """Read a recipe's sources: poems, rejects and provenance, under ``<root>/ingest``.

    Raises :class:`RecipeError` for a source without files, :class:`DataError` if too few rows can be read or the
    takedowns leave none.
    """
    committed = _ingested(recipe, root, runner)
    rows = committed.manifest.counts["in"]
    check_failures(recipe, committed, f"rejected.{PROCESSING_FAILED}", rows, REJECTS.name, runner.log)
    return committed


def _ingested(recipe: Recipe, root: str, runner: Runner) -> Committed:
    files = source_files(recipe)
    inputs = _inputs(recipe, files)
    filesystem.sweep(filesystem.join(root, "ingest"))
    noted = _noted_shards(root, inputs)
    if noted is not None:
        run = stage_run(root, "ingest", noted, inputs)
        if (manifest := read_run_manifest(run, inputs)) is not None:
            runner.used.append(run.directory)
            runner.log.skipped(run.stage, run.directory)
            return Committed(run, manifest, made=False)
    with filesystem.temporary_folder(filesystem.join(root, "ingest", "spill")) as folder:
        return _ingest(recipe, root, runner, files, inputs, folder)


def _ingest(
    recipe: Recipe, root: str, runner: Runner, files: list[SourceFile], inputs: Mapping[str, Any], folder: str
) -> Committed:
    from versebench.transforms.ingest import drop_duplicates, read_sources

    size = sum(size for file in files for _, size in filesystem.glob(file.path))
    partitions = 1 + size // _PARTITION_BYTES
    read = read_sources.ReadSources(
        folder, _rules(recipe), recipe.ingest.max_row_bytes, partitions, takedowns=tuple(recipe.takedowns)
    )

    def build_reading(pipeline: "beam.Pipeline") -> None:
        _ = create(pipeline, "SourceFiles", files) | "ReadSources" >> read

    runner.run("ingest: reading", len(files), build_reading, lambda: _notes(folder, "read-"))
    notes = [filesystem.join(folder, f"read-{file.number:05d}.json") for file in files]
    read_files = [read_sources.read_note(note, partitions) for note in notes]
    _check_readable(recipe, files, read_files)
    shards = shard_count(read_files, recipe.ingest.rows_per_shard, recipe.ingest.bytes_per_shard)
    drop = drop_duplicates.DropDuplicates(folder, tuple(file.spill for file in read_files), shards)

    def build_dropping(pipeline: "beam.Pipeline") -> None:
        _ = create(pipeline, "Partitions", range(partitions)) | "DropDuplicates" >> drop

    runner.run("ingest: dropping duplicates", partitions, build_dropping, lambda: _notes(folder, "spread-"))
    spread = [filesystem.join(folder, f"spread-{partition:05d}.json") for partition in range(partitions)]
    task = CommitPoems(tuple(drop_duplicates.read_note(note, shards) for note in spread))
    committed = run_stage(stage_run(root, "ingest", shards, inputs), inputs, task, runner)
    _note_shards(root, inputs, shards)
    return committed


def shard_count(files: "list[read_sources.ReadFile]", rows_per_shard: int, bytes_per_shard: int) -> int:
    """How many shards the rows of some files need so that each has about so many poems and bytes at most."""
    poems, size = sum(file.poems for file in files), sum(file.size for file in files)
    return max(ceil(poems / rows_per_shard), ceil(size / bytes_per_shard))


def source_files(recipe: Recipe) -> list[SourceFile]:
    """The files of all sources, in the order of the recipe and then of their names."""
    files: list[SourceFile] = []
    for source in recipe.placed_sources:
        matches = filesystem.glob(source.path)
        if not matches:
            raise RecipeError(f"source {source.name!r}: {_no_files(source.path)}")
        files += [SourceFile(len(files) + place, path, source) for place, (path, _) in enumerate(matches)]
    return files


def ingest_inputs(recipe: Recipe) -> dict[str, Any]:
    """The inputs of an ingest of the sources as they are now. All files are read, for their hashes."""
    return _inputs(recipe, source_files(recipe))


def _no_files(path: str) -> str:
    if filesystem.is_folder(path):
        return f"{path} is a folder; name its files, as in {path.rstrip('/')}/*.json"
    if any(mark in path for mark in "*?["):
        return f"no file matches {path}; check the pattern and the folder, or --set sources.N.path"
    return f"there is no file {path}; check the path, or --set sources.N.path"


def _inputs(recipe: Recipe, files: list[SourceFile]) -> dict[str, Any]:
    sources = [
        {
            **source.model_dump(exclude={"path", "citation"}),
            "files": sorted(_content(file) for file in files if file.source.name == source.name),
        }
        for source in recipe.placed_sources
    ]
    tables = {table.name: table.version for table in (POEMS, PROVENANCE, REJECTS)}
    settings = recipe.ingest.model_dump(exclude={"max_unreadable_share"})
    inputs = {"version": VERSION, "cut": cut.VERSION, "tables": tables, "settings": settings, "sources": sources}
    inputs |= {"forms": forms_asked(recipe), "languages": languages_asked(recipe)}
    orders = sorted(takedown.order for takedown in recipe.takedowns if takedown.lifted is None)
    return {**inputs, "takedowns": orders} if orders else inputs


def _content(file: SourceFile) -> str:
    """The hash of a file, with its name if that is part of its row."""
    digest = _sha256(file.path)
    return f"{digest} {name_of(file.path)}" if file.source.format == NAMED_BY_FILE else digest


def _sha256(path: str) -> str:
    try:
        return filesystem.sha256_of(path)
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror or error}; check its permissions") from None


def _rules(recipe: Recipe) -> Normalisation:
    return Normalisation.model_validate({name: getattr(recipe.ingest, name) for name in Normalisation.model_fields})


def _check_readable(recipe: Recipe, files: list[SourceFile], read_files: "list[read_sources.ReadFile]") -> None:
    for source in recipe.sources:
        ours = [read for file, read in zip(files, read_files, strict=True) if file.source.name == source.name]
        poems, bad = sum(file.poems for file in ours), sum(reason.rows for file in ours for reason in file.reasons)
        if not poems and not any(file.taken_down for file in ours):
            reason = _most_often(files, read_files, source) if bad else ""
            rows = f"none of its {bad} rows can be read{reason}" if bad else "it has no rows"
            raise DataError(
                f"source {source.name!r} ({source.path}): no usable rows: {rows}; check its format and its fields"
            )
    poems, bad = sum(file.poems for file in read_files), sum(file.unreadable for file in read_files)
    if not poems:
        raise DataError("takedowns: every poem of every source is taken down, so there is nothing left to release")
    limit = recipe.ingest.max_unreadable_share
    if bad > limit * (poems + bad):
        raise DataError(
            f"{bad} of {poems + bad} rows cannot be read{_most_often(files, read_files, unreadable=True)}; "
            f"that is more than ingest.max_unreadable_share = {limit} allows: fix the source, "
            "check its format and fields, or raise the limit"
        )


def _most_often(
    files: list[SourceFile],
    read_files: "list[read_sources.ReadFile]",
    source: Source | None = None,
    *,
    unreadable: bool = False,
) -> str:
    """The most frequent reason why rows are refused, with the first such row; ``unreadable``: of those alone."""
    ours = [
        (file.path, reason)
        for file, read in zip(files, read_files, strict=True)
        if source is None or file.source.name == source.name
        for reason in read.reasons
        if not (unreadable and reason.reason.startswith(f"{LEFT_OUT}."))
    ]
    rows: Counter[str] = Counter()
    for _, reason in ours:
        rows[reason.reason] += reason.rows
    most, count = rows.most_common(1)[0]
    path, first = next((path, reason) for path, reason in ours if reason.reason == most)
    return f", most often for {most} ({count} rows), as row {first.first} of {path}: {first.detail[:_DETAIL]}"


def _notes(folder: str, prefix: str) -> int:
    return sum(name.startswith(prefix) and name.endswith(".json") for name in filesystem.list_names(folder))


def _note_path(root: str, inputs: Mapping[str, Any]) -> str:
    return filesystem.join(root, "ingest", f"{stage_run(root, 'ingest', 0, inputs).run_id}.shards")


def _noted_shards(root: str, inputs: Mapping[str, Any]) -> int | None:
    """The number of shards that an earlier ingest of the same inputs made; None if there was none."""
    path = _note_path(root, inputs)
    content = filesystem.read_bytes(path) if filesystem.exists(path) else b""
    return int(content) if content.isdigit() else None


def _note_shards(root: str, inputs: Mapping[str, Any], shards: int) -> None:
    filesystem.write_bytes(_note_path(root, inputs), str(shards).encode())
