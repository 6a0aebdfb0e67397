"""Source files of one JSON object a line."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.json_values import DECODER, NESTED_TOO_DEEPLY
from versebench.transforms.readers.lines import LongLine, bounded_lines


def read_jsonl(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """One row per line that is not blank; lines end in LF, CR or CRLF.

    Bad rows: ``row_too_large`` (a line of more than ``max_row_bytes`` without its end), ``malformed_json``,
    ``not_an_object``. Raises :class:`SourceFormatError` for UTF-16.
    """
    lines = (line for line in bounded_lines(stream, max_row_bytes) if isinstance(line, LongLine) or line.strip())
    for number, line in enumerate(lines, 1):
        if isinstance(line, LongLine):
            yield row_too_large(number, max_row_bytes, line.start, line.size)
        else:
            yield _row(number, line.strip().decode("utf-8", "surrogateescape"))


def _row(number: int, text: str) -> Row | BadRow:
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        return bad_row(number, "malformed_json", f"{error.msg} at character {error.pos} of the row", text)
    except RecursionError:
        return bad_row(number, "malformed_json", NESTED_TOO_DEEPLY, text)
    if isinstance(value, dict):
        return Row(number, value)
    return bad_row(number, "not_an_object", f"the line contains a {type(value).__name__}, not an object", text)
