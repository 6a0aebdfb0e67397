"""Fetch: the files of a record on this machine, checked, and the lines of a recipe that make a source of them."""

import hashlib
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
from versebench.release.zenodo.record import download, is_there, places, read_record, record_id
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import NAME, read_manifest


@dataclass(frozen=True)
class Fetched:
    """A record that lies in a folder, whole; a release is verified, of anything else sources are proposed."""

    record: Record
    folder: str
    downloaded: int
    is_release: bool
    proposals: tuple[Proposal, ...]


def fetch(client: ZenodoClient, named: str, folder: str | None) -> Fetched:
    """Download a record. What is there already and whole is not downloaded again; what broke off goes on.

    Raises :class:`DataError` where the record or a file of it is not what it should be.
    """
    with zenodo_errors():
        number = record_id(named)
        folder = folder or f"zenodo-{number}"
        record = read_record(client, number)
        found = places(record.files, folder)
        missing = [file for file in record.files if not is_there(file, found[file.name])]
        with transfer("Fetching", sum(file.size for file in missing)) as told:
            for file in missing:
                download(client, file, found[file.name], told)
    _check_sums(folder, found)
    is_release = _is_release(folder, found)
    if is_release and (problems := list(verify(folder))):
        raise DataError(f"{folder} is not intact, though it is what the record holds: {'; '.join(problems[:5])}")
    proposals = () if is_release else propose(record, found)
    return Fetched(record, folder, len(missing), is_release, proposals)


def _is_release(folder: str, found: dict[str, Path]) -> bool:
    try:
        manifest = read_manifest(folder) if NAME in found else None
    except DamagedShardError:  # A manifest of some other kind.
        return False
    return manifest is not None and manifest.stage == "release"


def _check_sums(folder: str, found: dict[str, Path]) -> None:
    """Check the files against the SHA256SUMS of a record that has one in the layout of ``sha256sum``."""
    if checksums.NAME not in found:
        return
    try:
        wanted = checksums.read(found[checksums.NAME].read_text(encoding="utf-8"))
    except (UnicodeDecodeError, ValueError):
        return
    with zenodo_errors():
        for name, digest in wanted.items():
            if name in found and _sha256(found[name]) != digest:
                raise ZenodoError(f"{folder}/{name}: its sha256 is not the one in {checksums.NAME}: ask its authors")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
