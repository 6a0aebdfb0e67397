"""The manifest of the folder that a user names."""

from versebench.pipelines.errors import DataError
from versebench.storage.manifest import NAME, Manifest, read_manifest


def manifest_of(directory: str) -> Manifest:
    """The manifest of a release or run. Raises :class:`DataError` where there is none."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(f"{directory}: there is no {NAME}, so nothing here was committed; give a release or a run")
    return manifest
