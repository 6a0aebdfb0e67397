import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import BadRow
from versebench.transforms.readers.errors import SourceFormatError


def _read(data: bytes, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("jsonl", data, max_row_bytes))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_reads_an_object_a_line_and_skips_blank_lines(end: bytes) -> None:
    data = end.join([b'\xef\xbb\xbf{"a": 1}', b"", b" \t", b' {"b": 2} ', b""])
    assert _read(data) == [{"a": 1}, {"b": 2}]
    assert _read(data + b'{"c": 3}') == [{"a": 1}, {"b": 2}, {"c": 3}]


def test_an_empty_file_has_no_rows() -> None:
    assert _read(b"") == _read(b"\n\n") == []


@pytest.mark.parametrize("bad", [b"{", b'{"a": 1} x', b"x", b'{"a": "\xff', b"[" * 5_000, b'{"a": 1}{"b": 2}'])
def test_a_malformed_line_costs_no_other(bad: bytes) -> None:
    assert _read(b'{"a": 1}\n' + bad + b'\n{"b": 2}') == [{"a": 1}, "malformed_json", {"b": 2}]


@pytest.mark.parametrize("value", [b"1", b'"text"', b"null", b"[{}]"])
def test_a_line_that_is_no_object_costs_no_other(value: bytes) -> None:
    assert _read(b'{"a": 1}\n' + value + b'\n{"b": 2}') == [{"a": 1}, "not_an_object", {"b": 2}]


def test_a_bad_row_counts_rows_and_not_lines() -> None:
    _, bad = read("jsonl", b'{"a": 1}\n\n{"a": \xff}\n')
    assert bad == BadRow(2, "malformed_json", "Expecting value at character 6 of the row", '{"a": \\udcff}', 13)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
def test_the_limit_counts_bytes_without_the_line_end(end: bytes) -> None:
    line = '{"a": "€"}'.encode()
    assert _read(line + end, len(line)) == [{"a": "€"}]
    (bad,) = read("jsonl", line + end, len(line) - 1)
    assert isinstance(bad, BadRow)
    assert (bad.reason, bad.size, bad.original) == ("row_too_large", len(line), line.decode())


def test_odd_text_passes_through() -> None:
    assert _read(b'{"a": "\\u0000\xff\xe2\x80\xa8"}') == [{"a": "\0\udcff\u2028"}]


def test_utf_16_is_refused() -> None:
    with pytest.raises(SourceFormatError, match="UTF-16"):
        _read("{}".encode("utf-16"))


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers())))
def test_any_objects_come_back(objects: list[dict[str, object]]) -> None:
    assert _read("\n".join(json.dumps(fields, ensure_ascii=False) for fields in objects).encode()) == objects
