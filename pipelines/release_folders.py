"""Where releases lie under a root, and the records of how they were made."""

import glob
import re

from release import checksums
from release.version import numbers
from transforms.shards import storage
from transforms.shards.manifest import NAME

VERSION = re.compile(r"\d+\.\d+\.\d+")


def release_folder(root: str, name: str, version: str) -> str:
    """Where a release lies."""
    return storage.join(root, "releases", name, version)


def record_path(root: str, name: str, version: str) -> str:
    """Where the record of a release lies: outside of it, as it tells of one machine and one time."""
    return storage.join(root, "records", f"{name}-{version}.json")


def is_finished(folder: str) -> bool:
    """Whether a release with a manifest is all there: on an object store it may have been stopped before its sums."""
    return storage.is_local(folder) or storage.exists(storage.join(folder, checksums.NAME))


def released_versions(root: str, name: str) -> list[str]:
    """The versions of a release under a root, the lowest first."""
    there = glob.escape(root) if storage.is_local(root) else root
    found = (path.split("/")[-2] for path, _ in storage.glob(release_folder(there, name, f"*/{NAME}")))
    versions = (version for version in found if VERSION.fullmatch(version))
    return sorted((one for one in versions if is_finished(release_folder(root, name, one))), key=numbers)
