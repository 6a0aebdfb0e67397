"""Verify a release or a committed run: every byte, and every row against its expectations."""

from collections.abc import Iterable, Iterator

from versebench.pipelines.recipe.extras import require
from versebench.pipelines.roots import signature
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.pipelines.roots.verify_files import check_bytes, check_kinds, check_layout, size_of
from versebench.pipelines.roots.verify_notes import check_notes, check_rank_limits, note_names
from versebench.pipelines.roots.verify_rows import RowChecks, is_known
from versebench.release.folder import checksums
from versebench.release.folder.read import stream_release_table
from versebench.release.folder.seal import sums_of
from versebench.schemas.registry import TABLES
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, Document, Manifest


def verify(directory: str) -> Iterator[str]:
    """Yield one sentence for each problem of a directory; nothing if it is intact.

    Whatever the directory contains, this ends; control characters of names are escaped.

    At most one shard of all tables is in memory. Tables of unknown schema versions are not checked against
    expectations; :func:`unknown_schemas` names them.

    Raises :class:`DataError` if the directory has no committed data.
    """
    require("release", "verifying")
    yield from map(printable, _problems(directory))


def _problems(directory: str) -> Iterator[str]:
    manifest = manifest_of(directory)
    names = set(filesystem.list_names(directory))
    yield from _unknown_files(manifest, names)
    odd = check_kinds(directory, manifest, names)
    yield from (odd[name] for name in sorted(odd))
    names -= odd.keys()
    damaged = set(odd)
    for file in manifest.files:
        problems = list(check_bytes(directory, file, names)) if file.name not in odd else []
        damaged |= {file.name} if problems else set()
        yield from problems
    laid_out = []
    for table in manifest.tables:
        problems = list(check_layout(manifest, table))
        laid_out += [] if problems else [table]
        yield from problems
    yield from (problem for problem in _check_notes(directory, manifest, names) if problem not in _missing(odd))
    rows = RowChecks(directory, manifest, damaged, damaged - names)
    yield from rows.check(laid_out)
    if rows.is_intact("eligibility"):
        yield from check_rank_limits(directory, names, list(stream_release_table(directory, manifest, "eligibility")))


def unknown_schemas(directory: str) -> Iterator[str]:
    """Yield one sentence, with the remedy, for each table whose schema version this versebench does not know."""
    manifest = manifest_of(directory)
    for table, entry in manifest.tables.items():
        if not is_known(manifest, table):
            known = f"knows {TABLES[table].version}" if table in TABLES else "does not know this table"
            yield printable(
                f"{table} has schema version {entry.schema_version}, but this versebench {known}: only its bytes and "
                "hashes were checked, not its rows or the rows that refer to them; to check these too, verify with the "
                "version of versebench that wrote it"
            )


def _check_notes(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    yield from _check_documents(directory, manifest, names)
    if manifest.stage != "release":
        yield from check_notes(directory, manifest, names)


def _missing(names: Iterable[str]) -> set[str]:
    """What the checks say of names that are there, but are not files."""
    return {f"{name}: is missing" for name in names}


def printable(text: str) -> str:
    """A text with its control characters, lone surrogates and marks of direction as escapes."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def _unknown_files(manifest: Manifest, names: set[str]) -> Iterator[str]:
    listed = {file.name for file in manifest.files}
    listed |= {document.name for document in manifest.documents} | {NAME, checksums.NAME, signature.NAME}
    for name in sorted(names - listed):
        if manifest.stage == "release" or name not in note_names(manifest, names):
            yield f"{name}: is not listed in {NAME}; it does not belong to the data"


def _check_documents(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    for document in manifest.documents:
        if document.name not in names:
            yield f"{document.name}: is missing"
        elif not _has_sha256(filesystem.join(directory, document.name), document):
            yield f"{document.name}: its sha256 is not the one that was committed"
    if manifest.stage == "release":
        yield from _check_sums(directory, manifest, names)


def _has_sha256(path: str, document: Document) -> bool:
    return size_of(path) == document.size and checksums.sha256(filesystem.read_bytes(path)) == document.sha256


def _check_sums(directory: str, manifest: Manifest, names: set[str]) -> Iterator[str]:
    if checksums.NAME not in names:
        yield f"{checksums.NAME}: is missing; the release was not finished"
        return
    content = filesystem.read_bytes(filesystem.join(directory, checksums.NAME))
    try:
        listed = checksums.read(content.decode())
    except UnicodeDecodeError:
        yield f"{checksums.NAME}: is not a text file"
        return
    except ValueError as error:
        yield str(error)
        return
    if checksums.write(listed).encode() != content:
        yield f"{checksums.NAME}: is not in the layout of sha256sum"
    wanted = sums_of(manifest, filesystem.read_bytes(filesystem.join(directory, NAME)))
    for name in sorted(wanted.keys() | listed.keys()):
        if wanted.get(name) != listed.get(name):
            yield f"{checksums.NAME}: disagrees with {NAME} about {name}"
