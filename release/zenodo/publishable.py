"""The published copy of a release: its documents contain the DOI, and its data are the same byte for byte.

A release contains no DOI, so that equal inputs give equal bytes. The copy depends only on the release and the DOI.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import yaml

from versebench.release.documents import croissant
from versebench.release.documents.citation import NAME as CITATION
from versebench.release.documents.citation import render_citation
from versebench.release.folder import checksums
from versebench.release.folder.seal import seal
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.metadata import NAME as DEPOSIT
from versebench.release.zenodo.metadata import recipe_of, render_metadata
from versebench.release.zenodo.upload import changed_file
from versebench.storage import durable, filesystem
from versebench.storage.manifest import NAME, Document, Manifest

CARD = "README.md"

_CITE = "Cite this release as: "


def document_names(manifest: Manifest) -> set[str]:
    """The documents of the copy: those of the release, and those that state its DOI."""
    return {document.name for document in manifest.documents} | {CITATION, DEPOSIT}


def record_sizes(manifest: Manifest) -> dict[str, int]:
    """The files of the copy with their sizes in bytes; 0 for those of the copy only, the manifest and the sums."""
    sizes = dict.fromkeys([*document_names(manifest), NAME, checksums.NAME], 0)
    return {**sizes, **{file.name: file.size for file in manifest.contents}}


def check_without_doi(release: str, manifest: Manifest) -> None:
    """Raise :class:`ZenodoError` if a folder is a copy that already has a DOI."""
    if any(document.name == DEPOSIT for document in manifest.documents):
        doi = json.loads(filesystem.read_bytes(filesystem.join(release, DEPOSIT))).get("doi")
        if doi:
            raise ZenodoError(
                f"{release} is a published copy with the DOI {doi}: give the release that it was made from"
            )


def write_publishable(release: str, manifest: Manifest, doi: str, folder: str) -> Manifest:
    """Write the copy of a release with this DOI, replacing an earlier copy. Returns its manifest.

    Raises :class:`versebench.release.zenodo.upload.ChangedFileError` if a document changed since it was packaged. The
    checksums of the copy reveal changes of tables.
    """
    with _replacing(folder) as place:
        for file in manifest.files:
            _copy(filesystem.join(release, file.name), filesystem.join(place, file.name))
        documents = []
        for name in sorted(document_names(manifest)):
            content = _document(release, manifest, name, doi)
            filesystem.write_bytes(filesystem.join(place, name), content)
            documents.append(Document(name, len(content), checksums.sha256(content)))
        copied = replace(manifest, documents=tuple(documents))
        seal(place, copied)
    return copied


@contextmanager
def _replacing(folder: str) -> Iterator[str]:
    filesystem.delete_folder(folder)
    if not filesystem.is_local(folder):
        yield folder
        return
    with filesystem.temporary_folder(folder) as attempt:
        yield attempt
        durable.rename_tree(attempt, folder)


def _copy(source: str, target: str) -> None:
    with filesystem.open_reader(source) as reader, filesystem.open_writer(target) as writer:
        shutil.copyfileobj(reader, writer, 1 << 20)


def _document(release: str, manifest: Manifest, name: str, doi: str) -> bytes:
    there = next((document for document in manifest.documents if document.name == name), None)
    content = _read(filesystem.join(release, name), there.sha256) if there else b""
    if name == CARD:
        return card_with_doi(content.decode(), doi).encode()
    if name == CITATION:
        text = _citation_with_doi(content.decode(), doi) if there else render_citation(recipe_of(manifest), doi)
        return text.encode()
    if name == DEPOSIT:
        return (_json_with(content, doi=doi) if there else render_metadata(recipe_of(manifest), doi)).encode()
    if name == croissant.NAME:
        return _json_with(content, url=f"https://doi.org/{doi}").encode()
    return content


def _read(path: str, sha256: str) -> bytes:
    content = filesystem.read_bytes(path)
    if checksums.sha256(content) != sha256:
        raise changed_file(path)
    return content


def card_with_doi(card: str, doi: str) -> str:
    """The card with the DOI at the end of its citation; a card without a citation gets a section for it."""
    lines, address = card.split("\n"), f"<https://doi.org/{doi}>"
    cite = next((place for place, line in enumerate(lines) if line.startswith(_CITE)), None)
    if cite is None:
        return f"{card.rstrip()}\n\n## DOI\n\n{address}\n"
    lines[cite] = f"{lines[cite]} {address}"
    return "\n".join(lines)


def _json_with(content: bytes, **more: str) -> str:
    return json.dumps({**json.loads(content), **more}, indent=2, ensure_ascii=False) + "\n"


def _citation_with_doi(text: str, doi: str) -> str:
    return yaml.safe_dump({**yaml.safe_load(text), "doi": doi}, sort_keys=False, allow_unicode=True, width=10**6)
