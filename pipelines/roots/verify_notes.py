"""Checks of the notes of a committed run: its manifest, its sidecars, its rank limits and its facts."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError, Sidecar
from versebench.storage.manifest import NAME, Manifest, table_entry
from versebench.storage.run import Run, run_id
from versebench.transforms.sampling.eligibility import smallest_ranks

_RANK_LIMIT = re.compile(r"rank-limit-[0-9a-f]+\.json$")
_SAMPLED = ("eligibility", "wanted")


def note_names(manifest: Manifest, names: set[str]) -> set[str]:
    """The names that a run may have in addition to its tables and its manifest."""
    run = Run("", manifest.stage, manifest.run_id, manifest.shards)
    sidecars = set() if manifest.shards > len(names) else {run.sidecar_name(shard) for shard in range(manifest.shards)}
    limits = {name for name in names if _RANK_LIMIT.match(name) and manifest.stage in _SAMPLED}
    facts = _facts_names() if manifest.stage == "validate" else set()
    return sidecars | limits | facts


def check_notes(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    """Yield one sentence for each note that is missing, or differs from what was committed."""
    yield from _check_spelling(directory, manifest)
    yield from _check_manifest(manifest)
    yield from _check_facts(directory, manifest, names)
    if manifest.shards > len(names):
        yield f"{NAME}: states {manifest.shards} shards, but there are only {len(names)} files"
        return
    run = Run("", manifest.stage, manifest.run_id, manifest.shards)
    counts: Counter[str] = Counter()
    for shard in range(manifest.shards):
        name = run.sidecar_name(shard)
        if name not in names:
            yield f"{name}: is missing"
            continue
        sidecar = _sidecar(filesystem.read_bytes(filesystem.join(directory, name)))
        if sidecar is None or sidecar.shard != shard or not _agrees(sidecar, manifest):
            yield f"{name}: does not agree with {NAME}"
        else:
            counts.update(sidecar.counts)
    if dict(counts) != dict(manifest.counts):
        differing = sorted(name for name in {*counts, *manifest.counts} if counts[name] != manifest.counts.get(name))
        names_differ = "the names of the counts differ"
        yield f"{NAME}: its counts are not the sums of those of the shards: {', '.join(differing) or names_differ}"


def check_rank_limits(directory: str, names: set[str], shards: Sequence[pa.Table]) -> Iterator[str]:
    """Yield one sentence for each wrong rank limit of an eligibility table, given as its shards.

    A limit must be the rank of the last pair, if as many pairs are taken as the recipe asked for.
    """
    limits = sorted(name for name in names if _RANK_LIMIT.match(name))
    if not limits:
        return
    from versebench.transforms.sampling.limits import EVERY_RANK, note_path

    for name in limits:
        try:
            note = json.loads(filesystem.read_bytes(filesystem.join(directory, name)))
            task, limit = str(note["task"]), int(note["limit"])
        except (ValueError, KeyError, TypeError):
            yield f"{name}: cannot be read"
            continue
        ranks = sorted(rank for table in shards for rank in smallest_ranks(table, task, len(table)))
        within = [rank for rank in ranks if rank <= limit]
        if limit == EVERY_RANK:
            continue
        if not within or within[-1] != limit or note_path(directory, task, len(within)).rpartition("/")[2] != name:
            yield f"{name}: is not the rank limit of {task}"


def _check_spelling(directory: str, manifest: Manifest) -> Iterator[str]:
    value = json.loads(filesystem.read_bytes(filesystem.join(directory, NAME)))
    for entry in value["tables"].values():
        for name in ("shard_rows", "shard_bytes"):  # older manifests lack them
            entry.setdefault(name, None)
    if value != json.loads(manifest.to_json()):
        yield f"{NAME}: contains keys or values that are not part of a manifest"


def _check_manifest(manifest: Manifest) -> Iterator[str]:
    made = {"stage": manifest.stage, "shards": manifest.shards, "made_of": manifest.made_of}
    if run_id(made) != manifest.run_id:
        yield f"{NAME}: its run id does not follow from made_of"
    stated = manifest.made_of.get("tables", {})
    versions: Mapping[str, Any] = stated if isinstance(stated, Mapping) else {}
    for name, entry in manifest.tables.items():
        if len(entry.files) != manifest.shards:
            yield f"{NAME}: lists {len(entry.files)} files of {name} for {manifest.shards} shards"
        if versions.get(name, entry.schema_version) != entry.schema_version:
            yield f"{NAME}: its schema version of {name} differs from the one under made_of"
        if entry.files and name in TABLES and TABLES[name].version == entry.schema_version:
            whole = table_entry(name, entry.files)
            if entry.fingerprint != whole.fingerprint or entry.rows != whole.rows:
                yield f"{NAME}: its fields or rows of {name} are not those of its files"
            elif (entry.shard_rows, entry.shard_bytes) not in ((None, None), (whole.shard_rows, whole.shard_bytes)):
                yield f"{NAME}: the spread of {name} is not that of its files"


def _facts_names() -> set[str]:
    from versebench.pipelines.validation import facts

    return {facts.NAME}


def _check_facts(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    if manifest.stage != "validate" or manifest.counts.get("failed"):
        return
    from versebench.pipelines.validation import facts

    if facts.NAME not in names:
        yield f"{facts.NAME}: is missing"
        return
    try:
        facts.read_facts(directory)
    except DamagedShardError:
        yield f"{facts.NAME}: differs from what was written"


def _sidecar(content: bytes) -> Sidecar | None:
    """The sidecar; None if the content is not exactly what a sidecar is written as."""
    try:
        sidecar = Sidecar.from_json(content.decode())
    except ValueError:
        return None
    return sidecar if sidecar.to_json().encode() == content else None


def _agrees(sidecar: Sidecar, manifest: Manifest) -> bool:
    wanted = {name: entry.files[sidecar.shard : sidecar.shard + 1] for name, entry in manifest.tables.items()}
    return {file.table: (file,) for file in sidecar.files} == wanted
