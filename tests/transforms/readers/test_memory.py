import collections
import gzip
import io
import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import BinaryIO

import pytest

from tests.transforms.readers.streams import MEGABYTE, outcomes, repeated
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.registry import read_source

TEXT = b"x" * 1_000
CASES = [
    ("oedilf-json", b'[{"a": "1"}, {"a": "', TEXT, b'"}, {"a": "2"}]'),
    ("oedilf-json", b'[{"a": "1"}, {"a": "', "€".encode() * 1_000, b'"}, {"a": "2"}]'),
    ("oedilf-json", b'[{"a": "1"}, "', TEXT, b'", {"a": "2"}]'),
    ("jsonl", b'{"a": "1"}\n{"a": "', TEXT, b'"}\n{"a": "2"}'),
    ("chinese-poetry", b'[{"a": "1"}, {"paragraphs": ["', TEXT, b'"]}, {"a": "2"}]'),
    ("chinese-poetry", b'{"a": "1"}\n{"paragraphs": ["', TEXT, b'"]}\n{"a": "2"}'),
    ("csv", b"a\n1\n", TEXT, b"\n2\n"),
    ("text", b"1\n\n", TEXT, b"\n\n2"),
    ("lyrics-archive", b"Artist: a\none\nArtist: b\n", TEXT, b"\nArtist: c\ntwo"),
]


def _peak(stream: BinaryIO, format_name: str) -> tuple[list[Row | BadRow], int]:
    """The first two rows and the last, and the most bytes that were held while reading."""
    tracemalloc.start()
    rows = list(_few(read_source(stream, format_name, MEGABYTE)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return rows, peak


def _few(rows: Iterator[Row | BadRow]) -> Iterator[Row | BadRow]:
    yield next(rows)
    yield next(rows)
    yield from collections.deque(rows, maxlen=1)


@pytest.mark.parametrize(("format_name", "head", "body", "tail"), CASES)
def test_a_row_of_50_megabytes_is_passed_over_in_little_memory(
    format_name: str, head: bytes, body: bytes, tail: bytes
) -> None:
    (first, bad, last), peak = _peak(repeated(head, body, tail), format_name)
    assert isinstance(first, Row)
    assert isinstance(last, Row)
    assert isinstance(bad, BadRow)
    assert (bad.number, bad.reason, last.number) == (2, "row_too_large", 3)
    assert bad.size > 16 * MEGABYTE
    assert peak < 8 * MEGABYTE


def test_a_poem_without_end_is_passed_over_in_little_memory() -> None:
    stream = repeated(b"1\n\n", b"a line of a poem that has no end\n", b"\n2", 5 * MEGABYTE)
    rows, peak = _peak(stream, "text")
    assert outcomes(rows) == [{"text": "1"}, "row_too_large", {"text": "2"}]
    assert peak < 8 * MEGABYTE


def test_a_quote_that_stays_open_for_long_is_passed_over_in_little_memory() -> None:
    stream = repeated(b'a,b\n1,"2\n', b"a line of a poem, with a comma in it\n", b"", 2 * MEGABYTE)
    rows, peak = _peak(stream, "csv")
    assert outcomes(rows[:2]) == ["malformed_csv", {"a": "a line of a poem", "b": " with a comma in it"}]
    assert peak < 16 * MEGABYTE


def test_a_file_much_larger_than_a_row_is_read_in_little_memory() -> None:
    stream = repeated(b'[{"a": "1"}', b',\n{"limerick": "' + TEXT + b'"}', b"]", 20 * MEGABYTE)
    (*_, last), peak = _peak(stream, "oedilf-json")
    assert last.number > 18_000
    assert peak < 2 * MEGABYTE


def test_a_gzip_file_that_unpacks_to_much_is_read_in_little_memory() -> None:
    data = gzip.compress(b'{"a": 1}\n{"a": "' + Random(1).randbytes(MEGABYTE).hex().encode() * 25, 1)
    (first, bad), peak = _peak(io.BytesIO(data), "jsonl")
    assert isinstance(first, Row)
    assert outcomes([bad]) == ["row_too_large"]
    assert peak < 8 * MEGABYTE
