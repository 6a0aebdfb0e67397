"""The manifest of the folder that a user names."""

from versebench.pipelines.errors import DataError
from versebench.storage.manifest import NAME, Manifest, read_manifest


def manifest_of(directory: str) -> Manifest:
    """The manifest of a release or run. Raises :class:`DataError` if the folder has none."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise DataError(
            f"{directory} is not a release or a committed run: it has no {NAME}; name the folder of a release or a run"
        )
    return manifest
