"""What can be seen of a damaged release without reading its tables."""

import glob

from versebench.release.folder import checksums
from versebench.release.folder.seal import sums_of
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, Manifest


def damage_of(folder: str, manifest: Manifest) -> str | None:
    """The first problem of a release: manifest and checksums that disagree, or a file that is missing or cut.

    None if there is none. Files are not read, so a changed one of the same size is not found.
    """
    try:
        sums = checksums.read(filesystem.read_bytes(filesystem.join(folder, checksums.NAME)).decode())
    except FileNotFoundError:
        return f"{checksums.NAME} is missing"
    except ValueError:
        return f"{checksums.NAME} cannot be read"
    listed = sums_of(manifest, filesystem.read_bytes(filesystem.join(folder, NAME)))
    if differing := sorted(name for name in listed.keys() | sums.keys() if listed.get(name) != sums.get(name)):
        return f"{checksums.NAME} and {NAME} disagree about {differing[0]}"
    sizes = _sizes(folder)
    for file in manifest.contents:
        if file.name not in sizes:
            return f"{file.name} is missing"
        if sizes[file.name] != file.size:
            return f"{file.name} has {sizes[file.name]} bytes, but {file.size} were released"
    return None


def _sizes(folder: str) -> dict[str, int]:
    """The sizes of the files in a folder, in bytes, with those of hidden files."""
    escaped = glob.escape(folder) if filesystem.is_local(folder) else folder
    files = (*filesystem.glob(filesystem.join(escaped, "*")), *filesystem.glob(filesystem.join(escaped, ".*")))
    return {path.rsplit("/", 1)[-1]: size for path, size in files}
