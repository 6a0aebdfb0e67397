"""Source files of comma-, semicolon- or tab-separated values."""

import csv
import re
from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.csv_lines import RecordLines
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.lines import LongLine, bounded_lines

_QUOTED = re.compile(rb'"[^"]*"')


def read_csv(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per record after the header, quoted as in RFC 4180; an empty cell is ``""``.

    Cells are separated by commas; by tabs if the first line has tabs and no comma; and by semicolons if the first line
    has more of them than commas outside quotes, and no tab. Lines end in LF, CR or CRLF; blank lines between records
    are skipped and not counted. Names and cells keep their white space.

    If the quotes of a record are wrong, or still open after ``max_row_bytes`` or at the end of the file, its first
    physical line becomes the bad row ``malformed_csv``, and reading continues at the next line. Other bad rows:
    ``row_too_large`` (one physical line of more than ``max_row_bytes``) and ``wrong_number_of_fields``.

    Raises :class:`SourceFormatError` if the header is missing, unreadable or has an empty or repeated name, and for
    UTF-16. Increases the process-wide ``csv.field_size_limit`` to ``max_row_bytes`` if it is lower.
    """
    csv.field_size_limit(max(csv.field_size_limit(), max_row_bytes))
    lines = RecordLines(bounded_lines(stream, max_row_bytes), max_row_bytes)
    reader = csv.reader(lines, delimiter=delimiter_of(lines.begin()), strict=True)
    names = _header(reader)
    for number, line in enumerate(iter(lines.begin, None), 1):
        if isinstance(line, LongLine):
            lines.drop()
            yield row_too_large(number, max_row_bytes, line.start, line.size)
        else:
            yield _row(number, names, reader, lines)


def delimiter_of(first: bytes | LongLine | None) -> str:
    """The character between cells, by the first line. Raises :class:`SourceFormatError` if there is none to read."""
    if first is None:
        raise SourceFormatError("is empty; a CSV file begins with a row of column names")
    if isinstance(first, LongLine):
        raise SourceFormatError(f"begins with a line of {first.size} bytes; a CSV file begins with its column names")
    if b"\t" in first:
        return "," if b"," in first else "\t"
    bare = _QUOTED.sub(b"", first)
    return ";" if bare.count(b";") > bare.count(b",") else ","


def _header(reader: Iterator[list[str]]) -> list[str]:
    try:
        names = next(reader)
    except csv.Error as error:
        raise SourceFormatError(f"has a header that cannot be read ({error}); correct its quotes") from error
    if not all(name.strip() for name in names):
        raise SourceFormatError(f"has an empty column name in its header, {names!a}; name every column")
    if repeated := {name for name in names if names.count(name) > 1}:
        raise SourceFormatError(f"repeats the column names {sorted(repeated)!a}; give every column its own")
    return names


def _row(number: int, names: list[str], reader: Iterator[list[str]], lines: RecordLines) -> Row | BadRow:
    try:
        cells = next(reader)
    except csv.Error as error:
        return bad_row(number, "malformed_csv", str(error), lines.keep_first())
    if len(cells) == len(names):
        return Row(number, dict(zip(names, cells, strict=True)))
    detail = f"{len(cells)} fields, but the header has {len(names)}"
    return bad_row(number, "wrong_number_of_fields", detail, lines.record())
