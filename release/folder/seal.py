"""Complete a release folder with the manifest and, last, SHA256SUMS, which lists every other file."""

from versebench.release.folder import checksums
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, Manifest


def sums_of(manifest: Manifest, content: bytes) -> dict[str, str]:
    """The entries of SHA256SUMS for a release: sha256 by file name, given the bytes of the manifest."""
    listed = {file.name: file.sha256 for file in manifest.contents}
    return {**listed, NAME: checksums.sha256(content)}


def seal(folder: str, manifest: Manifest) -> None:
    """Write the manifest of a release whose other files are complete, then the checksums of all files."""
    content = manifest.to_json().encode()
    filesystem.write_bytes(filesystem.join(folder, NAME), content)
    sums = checksums.write(sums_of(manifest, content))
    filesystem.write_bytes(filesystem.join(folder, checksums.NAME), sums.encode())
