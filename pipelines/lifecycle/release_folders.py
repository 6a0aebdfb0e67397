"""Where releases lie under a root, and the records of how they were made."""

import glob
import re

from versebench.release.changes.version import numbers
from versebench.release.folder import checksums
from versebench.storage import filesystem
from versebench.storage.manifest import NAME

VERSION = re.compile(r"\d+\.\d+\.\d+")


def release_folder(root: str, name: str, version: str) -> str:
    """Where a release lies."""
    return filesystem.join(root, "releases", name, version)


def record_path(root: str, name: str, version: str) -> str:
    """Where the record of a release lies: outside of it, as it tells of one machine and one time."""
    return filesystem.join(root, "records", f"{name}-{version}.json")


def is_finished(folder: str) -> bool:
    """Whether a release with a manifest is all there: on an object store it may have been stopped before its sums."""
    return filesystem.is_local(folder) or filesystem.exists(filesystem.join(folder, checksums.NAME))


def released_versions(root: str, name: str) -> list[str]:
    """The versions of a release under a root, the lowest first."""
    there = glob.escape(root) if filesystem.is_local(root) else root
    found = (path.split("/")[-2] for path, _ in filesystem.glob(release_folder(there, name, f"*/{NAME}")))
    versions = (version for version in found if VERSION.fullmatch(version))
    return sorted((one for one in versions if is_finished(release_folder(root, name, one))), key=numbers)
