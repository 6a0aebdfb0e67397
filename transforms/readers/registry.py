"""The registry of the formats of source files, and the function that reads a file, gzipped or not."""

import gzip
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from versebench.transforms.readers.bad_rows import bad_row
from versebench.transforms.readers.chinese_poetry import read_chinese_poetry
from versebench.transforms.readers.contract import BadRow, Reader, Row
from versebench.transforms.readers.csv_rows import read_csv
from versebench.transforms.readers.documents.decoding import as_utf8
from versebench.transforms.readers.documents.gutenberg import read_gutenberg
from versebench.transforms.readers.documents.one_poem import read_one_poem
from versebench.transforms.readers.documents.spreadsheet import read_xlsx
from versebench.transforms.readers.documents.tei import read_tei
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.full_reads import FullReads
from versebench.transforms.readers.jsonl import read_jsonl
from versebench.transforms.readers.lyrics_archive import read_lyrics_archive
from versebench.transforms.readers.oedilf_json import read_oedilf_json
from versebench.transforms.readers.open_source import Prefixed, decompress
from versebench.transforms.readers.parquet_rows import read_parquet
from versebench.transforms.readers.text_poems import read_text

READERS: dict[str, Reader] = {
    "oedilf-json": read_oedilf_json,
    "jsonl": read_jsonl,
    "csv": read_csv,
    "parquet": read_parquet,
    "text": read_text,
    "chinese-poetry": read_chinese_poetry,
    "lyrics-archive": read_lyrics_archive,
    "xlsx": read_xlsx,
    "tei": read_tei,
    "gutenberg": read_gutenberg,
    "one-poem": read_one_poem,
}
"""The reader of each format."""

_ZIP_MAGIC = b"PK\x03\x04"
_MAGIC = {"parquet": b"PAR1", "xlsx": _ZIP_MAGIC}
"""The first bytes of the formats that are binary, and read from any place."""


def read_source(
    stream: BinaryIO, format_name: str, max_row_bytes: int, encoding: str | None = None
) -> Iterator[Row | BadRow]:
    """Returns the rows of a source file in a format of :data:`READERS`, gzipped or not.

    ``encoding`` is that of the text, if it is not UTF-8.

    A truncated or corrupt gzip file gives the complete rows before the fault, then one bad row ``truncated_gzip`` or
    ``corrupt_gzip``, which stands for the current row and all rows after it. A Parquet file gives that bad row only, as
    its index is at its end.

    Raises ``ValueError`` at once for an unknown format, and :class:`SourceFormatError` with the first row if the file
    is not in its format. The stream stays open.
    """
    if format_name not in READERS:
        raise ValueError(f"unknown format {format_name!r}; known formats: {', '.join(READERS)}")
    return _rows(stream, format_name, max_row_bytes, encoding)


def _rows(stream: BinaryIO, format_name: str, max_row_bytes: int, encoding: str | None) -> Iterator[Row | BadRow]:
    number = 0
    try:
        for row in _plain_rows(stream, format_name, max_row_bytes, encoding):
            number = row.number
            yield row
    except EOFError as error:
        yield bad_row(number + 1, "truncated_gzip", f"this row and all rows after it are missing: {error}", "")
    except (gzip.BadGzipFile, zlib.error) as error:
        yield bad_row(number + 1, "corrupt_gzip", f"this row and all rows after it are missing: {error}", "")


def _plain_rows(stream: BinaryIO, format_name: str, max_row_bytes: int, encoding: str | None) -> Iterator[Row | BadRow]:
    plain = decompress(stream, _MAGIC.get(format_name))
    try:
        text = plain if format_name in _MAGIC else _text(plain, encoding)
        yield from READERS[format_name](text, max_row_bytes)
    finally:
        if plain is not stream:
            plain.close()


def _text(plain: BinaryIO, encoding: str | None) -> BinaryIO:
    """The stream as UTF-8. Raises :class:`SourceFormatError` for a zip archive, whatever the name of the file."""
    reads = FullReads(plain)
    start = reads.read(len(_ZIP_MAGIC))
    if start == _ZIP_MAGIC:
        raise SourceFormatError("is a zip archive; unpack it, or use format xlsx if it is a spreadsheet")
    whole = cast(BinaryIO, Prefixed(start, cast(BinaryIO, reads)))
    return whole if encoding is None else as_utf8(whole, encoding)
