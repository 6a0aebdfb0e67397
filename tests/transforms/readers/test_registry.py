import contextlib
import gzip
import io
import json
from collections.abc import Iterator
from unittest import mock

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import MEGABYTE, cut, in_pieces, outcomes, read
from versebench.transforms.readers import lines, text_window
from versebench.transforms.readers.contract import Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import READERS, read_source

POEMS = [{"text": f"line {number} é\nline €", "n": str(number * 7919)} for number in range(1_000)]


def _parquet() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(POEMS), file)
    return file.getvalue()


SOURCES = {
    "oedilf-json": json.dumps(POEMS, indent=0, ensure_ascii=False).encode(),
    "jsonl": b"".join(json.dumps(poem).encode() + b"\n" for poem in POEMS),
    "csv": b"text,n\n" + b"".join(f'"{poem["text"]}",{poem["n"]}\n'.encode() for poem in POEMS),
    "text": b"".join(f"{poem['text']} {poem['n']}\n\n".encode() for poem in POEMS),
    "parquet": _parquet(),
    "chinese-poetry": json.dumps(
        [{"paragraphs": [f"{poem['n']}，{poem['n']}。"], "n": poem["n"]} for poem in POEMS], ensure_ascii=False
    ).encode(),
    "lyrics-archive": b"".join(f"Artist: A\nSong: {poem['n']}\n\n{poem['text']}\n".encode() for poem in POEMS),
}
TEXT_FORMATS = [name for name in SOURCES if name != "parquet"]


def _xlsx() -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in (["text", "n"], ["one line", 1], ["another", 2]):
        book.worksheets[0].append(row)
    book.save(file)
    return file.getvalue()


DOCUMENTS = {
    "xlsx": _xlsx(),
    "tei": "<TEI><lg type='a'><l>é</l><l>b</l></lg><lg type='a'><l>c</l></lg></TEI>".encode(),
    "gutenberg": b"*** START OF THE PROJECT GUTENBERG EBOOK A ***\n\na\nb\n\n"
    b"*** END OF THE PROJECT GUTENBERG EBOOK A ***\n",
    "one-poem": "A title\n\né line\nanother\n".encode(),
}
"""Small documents in the formats that are read as a whole."""


def test_an_unknown_format_is_refused_at_once_and_the_message_names_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match="'xml'; known formats: oedilf-json, jsonl, csv, parquet, text, chinese-poetry, lyrics-archive"
    ):
        read_source(io.BytesIO(), "xml", 1)


@pytest.mark.parametrize("format_name", READERS)
def test_a_gzipped_file_reads_as_the_plain_one(format_name: str) -> None:
    data = (SOURCES | DOCUMENTS)[format_name]
    rows = read(format_name, data)
    assert len(rows) == 1_000 or (rows and format_name in DOCUMENTS)
    assert all(isinstance(row, Row) for row in rows)
    half = len(data) // 2
    members = gzip.compress(data[:half]) + gzip.compress(data[half:]) + b"\0" * 100
    assert read(format_name, gzip.compress(data)) == read(format_name, members) == rows


@pytest.mark.parametrize("format_name", TEXT_FORMATS)
@pytest.mark.parametrize("share", [0.0001, 0.2, 0.9, 0.9999])
def test_a_truncated_gzip_file_keeps_the_rows_before_the_fault(format_name: str, share: float) -> None:
    data = gzip.compress(SOURCES[format_name])
    *before, last = outcomes(read(format_name, data[: max(2, int(len(data) * share))]))
    assert last == "truncated_gzip"
    assert before == outcomes(read(format_name, SOURCES[format_name]))[: len(before)]
    assert len(before) >= 900 * share - 10


@pytest.mark.parametrize("format_name", TEXT_FORMATS)
def test_a_corrupt_gzip_file_keeps_the_rows_before_the_fault(format_name: str) -> None:
    data = bytearray(gzip.compress(SOURCES[format_name]))
    data[len(data) * 3 // 4 :] = b"\xff" * 100
    *before, last = outcomes(read(format_name, bytes(data)))
    assert last in ("corrupt_gzip", "truncated_gzip")
    assert len(before) > 100


@pytest.mark.parametrize("format_name", [name for name in TEXT_FORMATS if name != "lyrics-archive"])
@pytest.mark.parametrize("ending", ["checksum", "trailing"])
def test_a_fault_at_the_end_of_a_gzip_file_costs_no_row(format_name: str, ending: str) -> None:
    data = gzip.compress(SOURCES[format_name])
    data = data[:-8] + b"\xff" * 8 if ending == "checksum" else data + b"trailing"
    assert outcomes(read(format_name, data)) == [*outcomes(read(format_name, SOURCES[format_name])), "corrupt_gzip"]


def test_the_last_song_before_a_fault_is_lost_as_nothing_marks_its_end() -> None:
    data = gzip.compress(SOURCES["lyrics-archive"]) + b"trailing"
    rows = outcomes(read("lyrics-archive", SOURCES["lyrics-archive"]))
    assert outcomes(read("lyrics-archive", data)) == [*rows[:-1], "corrupt_gzip"]


def test_a_broken_gzipped_parquet_file_is_one_bad_row() -> None:
    data = gzip.compress(SOURCES["parquet"])
    assert outcomes(read("parquet", data[:-20])) == ["truncated_gzip"]
    assert outcomes(read("parquet", data + b"x")) == ["corrupt_gzip"]


def test_a_gzip_header_alone_is_a_truncated_file() -> None:
    for format_name in READERS:
        assert outcomes(read(format_name, b"\x1f\x8b")) == ["truncated_gzip"]


def test_a_failure_of_the_stream_is_raised_after_the_rows_before_it() -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"a": 1}\n{"b": '
        raise ConnectionError("gone")

    rows = read_source(in_pieces(pieces()), "jsonl", MEGABYTE)
    assert outcomes([next(rows)]) == [{"a": 1}]
    with pytest.raises(ConnectionError, match="gone"):
        next(rows)


PUNCTUATION = [b"[", b"]", b"{", b"}", b",", b'"', b":", b"\n", b"\r", b"\t", b" "]
WORDS = [b"a", b"12", b"nul", b"\\u12", b"\xff", b"\xe2\x82\xac", b"\0", b"\xef\xbb\xbf", b"x" * 70, b"[" * 30]
PHRASES = [b'{"a": "b"}', b'{"a": 1},\n', b'"x"', b"\n\n"]
MESS = st.lists(st.sampled_from([*PUNCTUATION, *WORDS, *PHRASES])).map(b"".join) | st.binary()
SIZES = st.lists(st.integers(1, 9), min_size=1)


@settings(deadline=None)
@given(st.sampled_from(TEXT_FORMATS), MESS, SIZES, st.integers(1, 200), st.integers(1, 80), st.booleans())
def test_rows_do_not_depend_on_how_the_stream_is_cut(
    format_name: str, data: bytes, sizes: list[int], max_row_bytes: int, chunk: int, bracket: bool
) -> None:
    data = {"oedilf-json": b"[", "chinese-poetry": b"[", "csv": b"a,b\n"}.get(format_name, b"") * bracket + data
    try:
        expected = read(format_name, data, max_row_bytes)
    except SourceFormatError:
        return
    assert list(read_source(in_pieces(cut(data, sizes)), format_name, max_row_bytes)) == expected
    with mock.patch.object(text_window, "CHUNK_BYTES", chunk), mock.patch.object(lines, "CHUNK_BYTES", chunk):
        assert read(format_name, data, max_row_bytes) == expected


@settings(deadline=None)
@given(st.sampled_from(TEXT_FORMATS), SIZES)
def test_whole_files_do_not_depend_on_how_the_stream_is_cut(format_name: str, sizes: list[int]) -> None:
    data = SOURCES[format_name][:5_000]
    expected = read(format_name, data, 1_000)
    assert list(read_source(in_pieces(cut(data, sizes)), format_name, 1_000)) == expected
    assert list(read_source(in_pieces(cut(gzip.compress(data), sizes)), format_name, 1_000)) == expected


@settings(deadline=None)
@given(st.sampled_from(list(READERS)), MESS, st.sampled_from([b"", b"[", b"PAR1", b"\x1f\x8b\x08\0\0\0\0\0\0\0"]))
def test_no_bytes_raise_anything_but_a_format_error(format_name: str, data: bytes, start: bytes) -> None:
    with contextlib.suppress(SourceFormatError):
        read(format_name, start + data, 100)
