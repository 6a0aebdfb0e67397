"""The refused rows of a release or a run."""

from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.storage.manifest import read_table

_START = 60
_NAMES = ("reject_id", "source", "source_id", "reason", "detail", "original")


def rejects(directory: str, like: str | None) -> list[dict[str, Any]]:
    """The rejects of a release or a run, by source, reason and id, each with the start of its text as ``start``.

    ``like`` is a text that the original, the reason or the detail must have, whatever its case.

    Raises :class:`DataError` if the folder is no release or run, or has no rejects.
    """
    manifest = manifest_of(directory)
    if "rejects" not in manifest.tables:
        raise DataError(f"{directory} has no table of rejects; name a release, or a run of ingest, clean or split")
    rows = [
        row for shard in range(manifest.shards) for row in read_table(directory, manifest, "rejects", shard).to_pylist()
    ]
    wanted = None if like is None else like.casefold()
    kept = [
        {name: row.get(name) for name in _NAMES} | {"start": " / ".join(str(row["original"]).split("\n"))[:_START]}
        for row in rows
        if wanted is None or any(wanted in str(row[name]).casefold() for name in ("original", "reason", "detail"))
    ]
    return sorted(kept, key=lambda row: (str(row["source"]), row["reason"], row["reject_id"]))
