"""Propose sources of a recipe for the files of a record, from their names and first rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from versebench.release.zenodo.answers import Record
from versebench.transforms.readers.contract import Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source
from versebench.transforms.sources.source import DEFAULT_FIELDS

FORMATS = {
    ".json": ("oedilf-json", "jsonl"),
    ".jsonl": ("jsonl",),
    ".ndjson": ("jsonl",),
    ".csv": ("csv",),
    ".parquet": ("parquet",),
}
"""Formats that a file with this ending may have; it may be gzipped."""

_ROW_BYTES = 1 << 20
_ROWS = 20


@dataclass(frozen=True)
class Proposal:
    """A source of a recipe. ``sure`` is False if the field of the text is a guess among ``field_names``."""

    source: Mapping[str, Any]
    field_names: tuple[str, ...]
    sure: bool

    def lines(self) -> str:
        """The lines of a recipe, in YAML."""
        text = yaml.safe_dump({"sources": [dict(self.source)]}, sort_keys=False, allow_unicode=True, width=10**6)
        if self.sure:
            return text
        return f"{text}    # A guess. The rows have: {', '.join(self.field_names)}\n"


def propose(record: Record, paths: Mapping[str, Path]) -> tuple[Proposal, ...]:
    """Propose a source for each file whose rows can be read."""
    readable = [(path, *rows) for _, path in sorted(paths.items()) if (rows := _first_row(path))]
    return tuple(
        _proposal(record, path, format_name, row, alone=len(readable) == 1) for path, format_name, row in readable
    )


def _first_row(path: Path) -> tuple[str, Mapping[str, object]] | None:
    """The format of a file and its first readable row; None if none of the first rows is readable."""
    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    for format_name in FORMATS.get(suffixes[-1].lower() if suffixes else "", ()):
        if (row := next(_rows(path, format_name), None)) is not None:
            return format_name, row.fields
    return None


def _rows(path: Path, format_name: str) -> Iterator[Row]:
    with path.open("rb") as stream:
        try:
            for count, row in enumerate(read_source(stream, format_name, _ROW_BYTES)):
                if isinstance(row, Row):
                    yield row
                if count >= _ROWS:
                    return
        except SourceFormatError:
            return


def _proposal(record: Record, path: Path, format_name: str, row: Mapping[str, object], *, alone: bool) -> Proposal:
    stem = re.sub(r"[^a-z0-9]+", "-", path.name.split(".")[0].lower()).strip("-")
    known = DEFAULT_FIELDS[format_name]["text"] in row
    fields = {} if known else {"fields": {"text": _longest(row)}}
    source = {
        "name": f"zenodo-{record.id}" if alone else f"zenodo-{record.id}-{stem}",
        "path": str(path),
        "format": format_name,
        "licence": record.metadata.licence.id if record.metadata.licence else "unknown",
        "citation": _citation(record),
        **fields,
    }
    return Proposal(source, tuple(row), known)


def _longest(row: Mapping[str, object]) -> str:
    """The field with the longest text, which most likely is the poem; a list of lines counts as its text."""
    return max(row, key=lambda name: len(_text(row[name])))


def _text(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


def _citation(record: Record) -> str:
    about = record.metadata
    creators = "; ".join(creator.name for creator in about.creators)
    version = f" Version {about.version}." if about.version else ""
    return f"{creators} ({about.publication_date[:4]}). {about.title}.{version} https://doi.org/{record.doi}"
