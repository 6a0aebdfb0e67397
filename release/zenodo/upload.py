"""Upload the files of a release to a draft: compare, send, and compare again."""

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
from versebench.storage.http_retry import TransientError

_PIECE = 1 << 20

Progress = Callable[[str, int], None]
"""Called with the name of a file and the number of bytes sent; a negative number if it is sent again."""


class ChangedFileError(ZenodoError):
    """A file changed since it was packaged."""


@dataclass(frozen=True)
class LocalFile:
    """A local file to publish; ``size`` is in bytes."""

    name: str
    path: str
    size: int
    md5: str
    sha256: str

    def is_at(self, remote: RemoteFile | None) -> bool:
        """Whether the server has this file."""
        return remote is not None and (remote.size, remote.md5) == (self.size, self.md5)


@dataclass(frozen=True)
class Difference:
    """Differences of a draft: files to send, files that it already has, and files to delete."""

    send: tuple[LocalFile, ...]
    linked: tuple[LocalFile, ...]
    delete: tuple[RemoteFile, ...]


def inventory(folder: str) -> tuple[LocalFile, ...]:
    """The files of a folder that SHA256SUMS lists, and SHA256SUMS itself.

    Raises :class:`ChangedFileError` if the checksum of a file differs.
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
    """The error for a file that changed since it was packaged."""
    return ChangedFileError(
        f"{path} is not the file that was packaged: it has changed since, and nothing was published; run again, "
        "and do not write to this folder"
    )


def compare(files: Iterable[LocalFile], remote: Iterable[RemoteFile]) -> Difference:
    """What to send and delete so that the server has exactly these files."""
    there, wanted = {file.name: file for file in remote}, {file.name: file for file in files}
    return Difference(
        tuple(file for file in wanted.values() if not file.is_at(there.get(file.name))),
        tuple(file for file in wanted.values() if file.is_at(there.get(file.name))),
        tuple(file for file in there.values() if file.name not in wanted),
    )


def upload(client: ZenodoClient, draft: Deposition, difference: Difference, progress: Progress) -> None:
    """Delete the files that do not belong to a draft, and send those that it lacks."""
    for gone in difference.delete:
        client.retried(partial(_delete, client, gone))
    for file in difference.send:
        client.retried(partial(_send, client, draft, file, progress))


def check_draft(client: ZenodoClient, draft: Deposition, files: Iterable[LocalFile]) -> None:
    """Raise :class:`ZenodoError` if the server does not have exactly these files, by size and md5."""
    now = read_answer(Deposition, client.get(f"{DEPOSITIONS}/{draft.id}"))
    difference = compare(files, now.files)
    wrong = [local.name for local in difference.send] + [remote.name for remote in difference.delete]
    if wrong:
        raise ZenodoError(f"{client.site} has other files than those sent ({', '.join(wrong)}): run again")


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
        if not file.is_at(remote := read_answer(RemoteFile, answer)):
            raise TransientError(f"{client.site} has other bytes for {file.name} than those sent (md5 {remote.md5})")
    except TransientError:
        progress(file.name, -sent)
        raise


def _checked_pieces(file: LocalFile) -> Iterator[bytes]:
    """The content of a file. The last piece follows only after the whole file was checked."""
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
