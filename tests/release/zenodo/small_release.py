"""A release of a few documents and no table: whole, verifiable, and made in no time."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from versebench.release.folder import checksums
from versebench.storage.manifest import FORMAT, NAME, Document, Manifest

CARD = "---\nlicense: cc0-1.0\n---\n\n# Small\n\n## Citation\n\nCite this release as: tests. *Small*, version 1.0.0.\n"
DATA = {"data-one.bin": b"one" * 1000, "data-two.bin": b"two" * 900_000}


def small_recipe(**changes: Any) -> dict[str, Any]:
    """What a release says of the recipe that made it."""
    recipe = {
        "name": "small",
        "version": "1.0.0",
        "title": "Small & fine",
        "description": "A release\nfor tests.",
        "creators": ["Doe, Jane", "Roe, Richard"],
        "licence": "CC-BY-4.0",
        "form": "limerick",
        "sources": [{"name": "mine", "licence": "CC0-1.0", "citation": "My source, 1846."}],
    }
    return {**recipe, **changes}


def write_small_release(folder: Path, files: dict[str, bytes] | None = None, **changes: Any) -> Path:
    """A release with these files as documents, whose recipe says otherwise what ``changes`` says."""
    folder.mkdir(parents=True)
    contents = {"README.md": CARD.encode(), **(DATA if files is None else files)}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    documents = tuple(Document(name, len(text), checksums.sha256(text)) for name, text in sorted(contents.items()))
    manifest = Manifest(FORMAT, "release", "0" * 20, 0, {"recipe": small_recipe(**changes)}, {}, {}, documents)
    write_manifest(folder, manifest)
    return folder


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """The manifest of a folder, and the checksums that follow from it."""
    text = manifest.to_json().encode()
    (folder / NAME).write_bytes(text)
    digests = {document.name: document.sha256 for document in manifest.documents}
    (folder / checksums.NAME).write_text(checksums.write({**digests, NAME: checksums.sha256(text)}))


def with_declared_size(manifest: Manifest, name: str, size: int) -> Manifest:
    """A manifest that says another size in bytes of a document."""
    documents = tuple(replace(one, size=size) if one.name == name else one for one in manifest.documents)
    return replace(manifest, documents=documents)
