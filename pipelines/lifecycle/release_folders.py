"""The folders of releases and of their records under a root."""

import glob
import re

from versebench.release.changes.version import numbers
from versebench.release.folder import checksums
from versebench.storage import filesystem
from versebench.storage.manifest import NAME

VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")


def release_folder(root: str, name: str, version: str) -> str:
    """The folder of a release."""
    return filesystem.join(root, "releases", name, version)


def record_path(root: str, name: str, version: str) -> str:
    """The record of a release. It is not part of the release, as it describes one run on one machine."""
    return filesystem.join(root, "records", f"{name}-{version}.json")


def is_finished(folder: str) -> bool:
    """Whether a release with a manifest is complete: on an object store its checksums are written last."""
    return filesystem.is_local(folder) or filesystem.exists(filesystem.join(folder, checksums.NAME))


def released_versions(root: str, name: str) -> list[str]:
    """The versions of a release under a root, the lowest first."""
    escaped = glob.escape(root) if filesystem.is_local(root) else root
    folders = (path.split("/")[-2] for path, _ in filesystem.glob(release_folder(escaped, name, f"*/{NAME}")))
    versions = (folder for folder in folders if VERSION.fullmatch(folder))
    finished = (version for version in versions if is_finished(release_folder(root, name, version)))
    return sorted(finished, key=numbers)
