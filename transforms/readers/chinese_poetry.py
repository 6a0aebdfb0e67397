"""Source files in the format of chinese-poetry: objects with ``paragraphs``, a list of couplets."""

from collections.abc import Iterator
from typing import BinaryIO, cast

from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.full_reads import CHUNK_BYTES, FullReads
from versebench.transforms.readers.jsonl import read_jsonl
from versebench.transforms.readers.oedilf_json import read_oedilf_json
from versebench.transforms.readers.open_source import Prefixed
from versebench.transforms.text.chinese import shape, verse_lines

_BLANK = b"\xef\xbb\xbf \t\r\n"


def read_chinese_poetry(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per poem of a JSON array of objects, or of a file with one object on each line.

    A file of the second kind begins with ``{``. ``paragraphs`` become the lines of the poem, which end at marks
    (鐵軌穿雲去，孤燈接夜明。 are two lines). The field ``shape`` is added: the form that the number and length of the
    lines suggest, for sources that do not name a form. A row whose ``paragraphs`` are not texts is not changed. Bad
    rows are those of the formats ``oedilf-json`` and ``jsonl``.
    """
    reads = FullReads(stream)
    start = reads.read(CHUNK_BYTES)
    read = read_jsonl if start.lstrip(_BLANK).startswith(b"{") else read_oedilf_json
    for row in read(cast(BinaryIO, Prefixed(start, cast(BinaryIO, reads))), max_row_bytes):
        yield _with_lines(row) if isinstance(row, Row) else row


def _with_lines(row: Row) -> Row:
    paragraphs = row.fields.get("paragraphs")
    if isinstance(paragraphs, str):
        paragraphs = [paragraphs]
    if not isinstance(paragraphs, list) or not all(isinstance(paragraph, str) for paragraph in paragraphs):
        return row
    lines = verse_lines(paragraphs)
    return Row(row.number, {**row.fields, "paragraphs": lines, "shape": shape(lines)})
