"""Fetch: download the files of a record, check them, and propose the lines of a recipe that use them as a source."""

from dataclasses import dataclass
from pathlib import Path

from versebench.pipelines.errors import DataError
from versebench.pipelines.publishing.fetch_sources import Proposal, propose
from versebench.pipelines.publishing.publish import transfer, zenodo_errors
from versebench.pipelines.roots.verify import verify
from versebench.release.folder import checksums
from versebench.release.zenodo.answers import Record
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.record import check_room, download, is_there, places, read_record, record_id
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import MOST_BYTES, NAME, read_manifest


@dataclass(frozen=True)
class Fetched:
    """A complete record in a folder. A release was verified; for any other record, sources are proposed."""

    record: Record
    folder: str
    downloaded: int
    is_release: bool
    proposals: tuple[Proposal, ...]


def fetch(client: ZenodoClient, named: str, folder: str | None) -> Fetched:
    """Download a record. Complete files are not downloaded again; interrupted downloads are resumed.

    Raises :class:`DataError` if the record cannot be read, or a file differs from what the record states.
    """
    with zenodo_errors():
        number = record_id(named)
        folder = folder or f"zenodo-{number}"
        record = read_record(client, number)
        paths = places(record.files, folder)
        missing = [file for file in record.files if not is_there(file, paths[file.name])]
        check_room(missing, folder)
        with transfer("Fetching", sum(file.size for file in missing)) as advance:
            for file in missing:
                download(client, file, paths[file.name], advance)
    _check_sums(folder, paths)
    is_release = _is_release(folder, paths)
    if is_release and (problems := list(verify(folder))):
        raise DataError(f"{folder} is not intact, although it is what the record contains: {'; '.join(problems[:5])}")
    proposals = () if is_release else propose(record, paths)
    return Fetched(record, folder, len(missing), is_release, proposals)


def _is_release(folder: str, paths: dict[str, Path]) -> bool:
    try:
        manifest = read_manifest(folder) if NAME in paths else None
    except DamagedShardError:  # It is a manifest of another program.
        return False
    return manifest is not None and manifest.stage == "release"


def _check_sums(folder: str, paths: dict[str, Path]) -> None:
    """Check the files against SHA256SUMS, if the record has that file and it is in the layout of ``sha256sum``."""
    if checksums.NAME not in paths or paths[checksums.NAME].stat().st_size > MOST_BYTES:
        return
    try:
        wanted = checksums.read(paths[checksums.NAME].read_text(encoding="utf-8"))
    except (UnicodeDecodeError, ValueError):
        return
    with zenodo_errors():
        for name, digest in wanted.items():
            if name in paths and filesystem.sha256_of(str(paths[name])) != digest:
                raise ZenodoError(f"{folder}/{name}: its sha256 is not the one in {checksums.NAME}; ask its authors")
