"""The files of sources."""

from collections.abc import Iterator
from dataclasses import dataclass

from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.sources.source import PlacedSource

NAMED_BY_FILE = "one-poem"
"""The format in which the name of a file is part of its row."""


@dataclass(frozen=True)
class SourceFile:
    """One file of a source."""

    number: int
    path: str
    source: PlacedSource


def with_name_of_file(rows: Iterator[Row | BadRow], file: SourceFile) -> Iterator[Row | BadRow]:
    """Yields the rows of a file; if it is one poem, with its name as ``file``, and as ``title`` if there is none."""
    for row in rows:
        if file.source.format == NAMED_BY_FILE and isinstance(row, Row):
            name = name_of(file.path)
            yield Row(row.number, {"title": name.replace("_", " "), **row.fields, "file": name})
        else:
            yield row


def name_of(path: str) -> str:
    """The name of a file without its folder and endings such as ``.txt.gz``."""
    name = path.rstrip("/").rpartition("/")[2]
    return name.removesuffix(".gz").rpartition(".")[0] or name
