"""Download a published record: the local path of each file, and its complete transfer."""

import hashlib
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

import httpx2

from versebench.release.zenodo.answers import Record, RemoteFile, read_answer
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.storage import durable
from versebench.storage.http_retry import TransientError

PART = ".part"
"""Suffix of files whose download is not complete."""

_NAMED = re.compile(r"(?:zenodo:)?(?:https://doi\.org/)?(?:10\.[0-9]{4,9}/zenodo\.)?([0-9]{1,18})")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\:]")

Progress = Callable[[str, int], None]
"""Called with the name of a file and the number of new bytes; a negative number if bytes are discarded."""


def record_id(named: str) -> int:
    """The id of a record from ``zenodo:5722527``, the number alone, or its DOI. Raises :class:`ZenodoError`."""
    if not (match := _NAMED.fullmatch(named.strip())):
        raise ZenodoError(f"{named!r} is not the id of a record: write zenodo:5722527, or the record's DOI")
    return int(match.group(1))


def read_record(client: ZenodoClient, number: int) -> Record:
    """A record, or the newest version of a concept. Raises :class:`ZenodoError` if it has no open files."""
    try:
        record = read_answer(Record, client.get(f"/api/records/{number}"))
    except RefusedError as error:
        if error.status not in {403, 404, 410}:
            raise
        raise ZenodoError(f"{client.site} has no public record {number}: check the number, and --sandbox") from None
    if not record.files:
        raise ZenodoError(f"record {number} of {client.site} has no public files")
    return record


def places(files: Iterable[RemoteFile], folder: str) -> dict[str, Path]:
    """The local path of each file by name. Raises :class:`ZenodoError` for a name that leads out of the folder.

    A name with ``/`` goes into a subfolder. Two names that differ only in case or in the form of their accents are
    refused, because they are the same file on some machines. So is a name that is also the folder of another, and a
    place where something else than a file is already.
    """
    base = Path(folder).resolve()
    paths: dict[str, Path] = {}
    for file in files:
        parts = file.name.split("/")
        unsafe = any(not part or part in (".", "..") or not 0 < _bytes(part) <= 240 for part in parts)
        place = base.joinpath(*parts) if not unsafe and not _UNSAFE.search(file.name) else None
        if place is None or not place.resolve().is_relative_to(base) or file.name.endswith(PART):
            raise ZenodoError(f"the record has a file with the unsafe name {file.name!r}: nothing was downloaded")
        paths[file.name] = place
    folded = {_folded(name) for name in paths}
    if len(folded) < len(paths):
        raise ZenodoError("the record has two files whose names differ only in case: nothing was downloaded")
    for name, place in paths.items():
        folders = [_folded(name[:end]) for end, character in enumerate(name) if character == "/"]
        if not folded.isdisjoint(folders):
            raise ZenodoError(
                f"the record has the file {name!r} and another one with the name of its folder: nothing was downloaded"
            )
        _check_free(place, base)
    return paths


def _bytes(part: str) -> int:
    """The bytes of a part of a name; 0 if it has none, as with lone surrogates."""
    try:
        return len(part.encode())
    except UnicodeEncodeError:
        return 0


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _check_free(place: Path, base: Path) -> None:
    """Raise :class:`ZenodoError` if a file cannot come to a place because something else is there."""
    for path in (place, place.with_name(place.name + PART)):
        if path.exists() and not path.is_file():
            raise ZenodoError(f"{path} is there and is not a file: nothing was downloaded; choose another --out")
    while (place := place.parent).is_relative_to(base):
        if place.exists() and not place.is_dir():
            raise ZenodoError(f"{place} is there and is not a folder: nothing was downloaded; choose another --out")


def check_room(files: Iterable[RemoteFile], folder: str) -> None:
    """Raise :class:`ZenodoError` if the disk has not enough room for some files."""
    size, place = sum(file.size for file in files), Path(folder).absolute()
    while not place.exists():
        place = place.parent
    if size > (free := shutil.disk_usage(place).free):
        raise ZenodoError(
            f"the files of the record have {size} bytes, and {place} has room for {free}: choose another --out"
        )


def is_there(file: RemoteFile, place: Path) -> bool:
    """Whether a file was already downloaded completely."""
    return place.is_file() and place.stat().st_size == file.size and _md5(place) == file.md5


def download(client: ZenodoClient, file: RemoteFile, place: Path, progress: Progress) -> None:
    """Download a file to ``place``, resume an earlier attempt, and check the result.

    Raises :class:`ZenodoError` if the content does not match the md5 that the server gives.
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
            raise TransientError(f"the content of {file.name} from {client.site} does not match its md5")

    client.retried(fetch)
    durable.sync_file(str(part))
    durable.replace(str(part), str(place))


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
        size = there if goes_on else 0
        with part.open("ab" if goes_on else "wb") as local:
            for piece in response.iter_raw():
                if (size := size + len(piece)) > file.size:
                    break
                local.write(piece)
                progress(file.name, len(piece))
    if size > file.size:
        progress(file.name, -part.stat().st_size)
        part.unlink()
        raise ZenodoError(f"{client.site} sends more than the {file.size} bytes that the record states for {file.name}")


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
