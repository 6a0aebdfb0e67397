"""A published record and its files on this machine: where each goes, and bringing it there whole."""

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import httpx2

from versebench.release.zenodo.answers import Record, RemoteFile, read_answer
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.storage.http_retry import PassingError

PART = ".part"
"""What the name of a file ends on that is not whole yet."""

_NAMED = re.compile(r"(?:zenodo:)?(?:https://doi\.org/)?(?:10\.\d{4,9}/zenodo\.)?(\d{1,18})")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\:]")

Progress = Callable[[str, int], None]
"""Told the name of a file and how many bytes more of it are there; a negative number where they are dropped."""


def record_id(named: str) -> int:
    """The id of a record from ``zenodo:5722527``, the number alone, or its DOI. Raises :class:`ZenodoError`."""
    if not (found := _NAMED.fullmatch(named.strip())):
        raise ZenodoError(f"{named!r} names no record: write zenodo:5722527, or the record's DOI")
    return int(found.group(1))


def read_record(client: ZenodoClient, number: int) -> Record:
    """A record; by the id of a concept its newest version. Raises :class:`ZenodoError` where it has no open files."""
    try:
        record = read_answer(Record, client.get(f"/api/records/{number}"))
    except RefusedError as error:
        if error.status not in {403, 404, 410}:
            raise
        raise ZenodoError(f"{client.site} shows nobody a record {number}: check the number, and --sandbox") from None
    if not record.files:
        raise ZenodoError(f"record {number} of {client.site} has no files that everybody may download")
    return record


def places(files: Iterable[RemoteFile], folder: str) -> dict[str, Path]:
    """Where each file goes, by name. Raises :class:`ZenodoError` for a name that leads out of the folder.

    A name with ``/`` goes into a folder of its own; two names that differ in case alone are refused, as they are one
    file on some machines.
    """
    base = Path(folder).resolve()
    found: dict[str, Path] = {}
    for file in files:
        parts = file.name.split("/")
        unsafe = any(not part or part in (".", "..") or len(part.encode()) > 240 for part in parts)
        place = base.joinpath(*parts) if not unsafe and not _UNSAFE.search(file.name) else None
        if place is None or not place.resolve().is_relative_to(base) or file.name.endswith(PART):
            raise ZenodoError(f"the record names a file {file.name!r}, which is no safe name: nothing was downloaded")
        found[file.name] = place
    if len({name.casefold() for name in found}) < len(found):
        raise ZenodoError("the record names two files that differ in case alone: nothing was downloaded")
    return found


def is_there(file: RemoteFile, place: Path) -> bool:
    """Whether a file was downloaded before, whole."""
    return place.is_file() and place.stat().st_size == file.size and _md5(place) == file.md5


def download(client: ZenodoClient, file: RemoteFile, place: Path, progress: Progress) -> None:
    """Bring a file to its place, from where an earlier attempt stopped, and check it.

    Raises :class:`ZenodoError` where the server sends something else than the md5 it names.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(place.name + PART)
    if part.exists():
        progress(file.name, part.stat().st_size)

    def fetch() -> None:
        _append(client, file, part, progress)
        if part.stat().st_size != file.size or _md5(part) != file.md5:
            progress(file.name, -part.stat().st_size)
            part.unlink()
            raise PassingError(f"{client.site} sent something else for {file.name} than the md5 that it names")

    client.retried(fetch)
    os.replace(part, place)


def _append(client: ZenodoClient, file: RemoteFile, part: Path, progress: Progress) -> None:
    there = part.stat().st_size if part.exists() else 0
    if there >= file.size and part.exists():
        return
    headers = {"Accept": "*/*", "Accept-Encoding": "identity", **({"Range": f"bytes={there}-"} if there else {})}
    with client.answer("GET", file.links["self"], headers=headers) as response:
        if response.status_code == httpx2.codes.RANGE_NOT_SATISFIABLE:
            return
        goes_on = response.status_code == httpx2.codes.PARTIAL_CONTENT
        if there and not goes_on:
            progress(file.name, -there)
        with part.open("ab" if goes_on else "wb") as local:
            for piece in response.iter_raw():
                local.write(piece)
                progress(file.name, len(piece))


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
