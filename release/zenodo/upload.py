"""The files of a release on this machine and in a draft: compared, sent, and compared again."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote

from versebench.release.folder import checksums
from versebench.release.zenodo.answers import Deposition, RemoteFile, read_answer
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.draft import DEPOSITIONS
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.storage import filesystem
from versebench.storage.http_retry import PassingError

_PIECE = 1 << 20

Progress = Callable[[str, int], None]
"""Told the name of a file and how many bytes more of it were sent; a negative number where it is sent again."""


class ChangedFileError(ZenodoError):
    """A file is not the one that was packaged."""


@dataclass(frozen=True)
class LocalFile:
    """A file that is to be published; ``size`` is in bytes."""

    name: str
    path: str
    size: int
    md5: str
    sha256: str

    def is_at(self, remote: RemoteFile | None) -> bool:
        """Whether the server holds this file."""
        return remote is not None and (remote.size, remote.md5) == (self.size, self.md5)


@dataclass(frozen=True)
class Difference:
    """What a draft lacks: files to send, files that are there already, and files that do not belong to it."""

    send: tuple[LocalFile, ...]
    linked: tuple[LocalFile, ...]
    delete: tuple[RemoteFile, ...]


def inventory(folder: str) -> tuple[LocalFile, ...]:
    """The files of a folder that SHA256SUMS names, and itself.

    Raises :class:`ChangedFileError` where a file is not the one that SHA256SUMS names.
    """
    sums = filesystem.read_bytes(filesystem.join(folder, checksums.NAME))
    wanted = {**checksums.read(sums.decode()), checksums.NAME: checksums.sha256(sums)}
    files = tuple(_read(folder, name) for name in sorted(wanted))
    for file in files:
        if file.sha256 != wanted[file.name]:
            raise changed_file(file.path)
    return files


def _read(folder: str, name: str) -> LocalFile:
    path, size = filesystem.join(folder, name), 0
    md5, sha256 = hashlib.md5(usedforsecurity=False), hashlib.sha256()
    with filesystem.open_reader(path) as reader:
        while piece := reader.read(_PIECE):
            size += len(piece)
            md5.update(piece)
            sha256.update(piece)
    return LocalFile(name, path, size, md5.hexdigest(), sha256.hexdigest())


def changed_file(path: str) -> ChangedFileError:
    """What is told of a file that is not the one that was packaged."""
    return ChangedFileError(
        f"{path} is not the file that was packaged: it was changed since, and nothing was published; run again, "
        "and let nobody write there"
    )


def compare(files: Iterable[LocalFile], remote: Iterable[RemoteFile]) -> Difference:
    """What must be sent and deleted so that the server holds these files and no others."""
    there, wanted = {one.name: one for one in remote}, {one.name: one for one in files}
    return Difference(
        tuple(one for one in wanted.values() if not one.is_at(there.get(one.name))),
        tuple(one for one in wanted.values() if one.is_at(there.get(one.name))),
        tuple(one for one in there.values() if one.name not in wanted),
    )


def upload(client: ZenodoClient, draft: Deposition, difference: Difference, progress: Progress) -> None:
    """Delete what does not belong to a draft, and send what it lacks."""
    for gone in difference.delete:
        client.retried(partial(_delete, client, gone))
    for file in difference.send:
        client.retried(partial(_send, client, draft, file, progress))


def check_draft(client: ZenodoClient, draft: Deposition, files: Iterable[LocalFile]) -> None:
    """Raise :class:`ZenodoError` where the server does not hold exactly these files, by size and md5."""
    now = read_answer(Deposition, client.get(f"{DEPOSITIONS}/{draft.id}"))
    difference = compare(files, now.files)
    wrong = [one.name for one in difference.send] + [one.name for one in difference.delete]
    if wrong:
        raise ZenodoError(f"{client.site} holds other files than were sent ({', '.join(wrong)}): run again")


def _delete(client: ZenodoClient, file: RemoteFile) -> None:
    try:
        client.ask("DELETE", file.links["self"])
    except RefusedError as error:
        if error.status != 404:  # An attempt whose answer was lost may have deleted it.
            raise


def _send(client: ZenodoClient, draft: Deposition, file: LocalFile, progress: Progress) -> None:
    headers = {"Content-Length": str(file.size), "Content-Type": "application/octet-stream"}
    sent = 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for piece in _checked_pieces(file):
            yield piece
            sent += len(piece)
            progress(file.name, len(piece))

    try:
        address = f"{draft.links['bucket']}/{quote(file.name, safe='')}"
        answer = client.ask("PUT", address, content=pieces(), headers=headers)
        if not file.is_at(held := read_answer(RemoteFile, answer)):
            said = f"holds other bytes for {file.name} than were sent (md5 {held.md5})"
            raise PassingError(f"{client.site} {said}")
    except PassingError:
        progress(file.name, -sent)
        raise


def _checked_pieces(file: LocalFile) -> Iterator[bytes]:
    """The content of a file, its last piece only when all of it proved to be what was packaged."""
    sha256, left = hashlib.sha256(), file.size
    with filesystem.open_reader(file.path) as reader:
        while piece := reader.read(_PIECE):
            left -= len(piece)
            sha256.update(piece)
            if left <= 0:
                break
            yield piece
        if left or reader.read(1) or sha256.hexdigest() != file.sha256:
            raise changed_file(file.path)
    yield piece
