"""Compare two releases in any two folders."""

import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.compare_releases import compare_releases
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.runners.local.processes import Workers
from versebench.pipelines.runners.log import current_log
from versebench.pipelines.runners.runner import Runner
from versebench.release.changes.difference import DECIDING, Difference
from versebench.release.changes.version import change_of
from versebench.storage.manifest import NAME, read_manifest


def diff(before: str, after: str, workers: Workers) -> Difference:
    """How the release ``after`` differs from ``before``, by table.

    Raises :class:`DataError` if one of them is not a release, or is damaged.
    """
    rows = [_release(folder) for folder in (before, after)]
    with tempfile.TemporaryDirectory(prefix="versebench-diff-") as root:
        return compare_releases(rows[0], rows[1], root, Runner(workers=workers, log=current_log()))


def _release(folder: str) -> ReleaseRows:
    manifest = read_manifest(folder)
    if manifest is None or manifest.stage != "release":
        reason = f"it has no {NAME}" if manifest is None else f"it is a run of the stage {manifest.stage}"
        raise DataError(f"{folder} is not a release: {reason}; give the folders of two releases")
    return ReleaseRows(folder, manifest)


def diff_values(before: str, after: str, difference: Difference) -> dict[str, Any]:
    """A difference as JSON values; ``change`` is the version step that it needs: major, minor or patch."""
    tables: Mapping[str, Any] = {
        name: {**asdict(table), "decides": name in DECIDING} for name, table in difference.items()
    }
    return {"before": before, "after": after, "change": change_of(difference).name.lower(), "tables": tables}
