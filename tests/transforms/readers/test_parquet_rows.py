import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import in_pieces, outcomes, read
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source


def _file(table: Any, **options: object) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, write_page_checksum=True, **options)
    return file.getvalue()


def _read(data: bytes, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("parquet", data, max_row_bytes))


def _text_array(*values: bytes) -> Any:
    binary = pa.array(values, pa.binary())
    return pa.Array.from_buffers(pa.string(), len(values), binary.buffers())


ROWS: list[dict[str, object]] = [
    {"text": f"poem {number}", "lines": ["a", None], "more": {"n": number}} for number in range(1_000)
]
GROUPS = _file(pa.Table.from_pylist(ROWS), row_group_size=100, compression="none", use_dictionary=False)


def _corrupt(data: bytes, text: bytes) -> bytes:
    assert data.count(text) == 1
    return data.replace(text, text.swapcase())


def test_reads_the_rows_of_all_row_groups_with_their_columns_as_they_are() -> None:
    assert _read(GROUPS) == ROWS


def test_a_file_without_rows_has_none() -> None:
    assert _read(_file(pa.table({"a": pa.array([], pa.string())}))) == []


def test_a_stream_that_cannot_seek_is_read() -> None:
    assert outcomes(read_source(in_pieces([GROUPS]), "parquet", 100_000)) == ROWS


def test_the_stream_is_left_open() -> None:
    stream = io.BytesIO(GROUPS)
    assert len(list(read_source(stream, "parquet", 100_000))) == 1_000
    assert not stream.closed


@pytest.mark.parametrize("data", [b"", b"text", b"PAR1", GROUPS[:-1], GROUPS[: len(GROUPS) // 2], b"PAR1" * 10])
def test_what_is_no_parquet_file_is_refused(data: bytes) -> None:
    with pytest.raises(SourceFormatError, match="is not a Parquet file, or is damaged"):
        _read(data)


def test_a_repeated_column_name_is_refused() -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(SourceFormatError, match=r"repeats the column names \['a'\]"):
        _read(_file(table))


@pytest.mark.parametrize("dictionary", [True, False])
def test_a_row_over_the_limit_costs_no_other(dictionary: bool) -> None:
    texts = ["a", "x" * 10_000, "b", "x" * 10_000]
    data = _file(pa.table({"text": texts}), use_dictionary=dictionary)
    assert _read(data, 1_000) == [{"text": "a"}, "row_too_large", {"text": "b"}, "row_too_large"]


def test_a_small_row_of_a_large_dictionary_is_no_large_row() -> None:
    texts = pa.array([str(number) * 100 for number in range(1_000)]).dictionary_encode()
    assert (
        len([row for row in read("parquet", _file(pa.table({"text": texts})), 1_000) if isinstance(row, Row)]) == 1_000
    )


def test_every_row_of_a_corrupt_row_group_is_accounted_for() -> None:
    rows = read("parquet", _corrupt(GROUPS, b"poem 350"))
    expected: list[object] = [*ROWS]
    expected[300:400] = ["unreadable_row_group"] * 100
    assert outcomes(rows) == expected
    assert isinstance(rows[300], BadRow)
    assert "row group 4 of 10 (100 rows): " in rows[300].detail


def test_rows_before_a_corrupt_page_stay() -> None:
    table = pa.table({"text": [f"{number:04} {'x' * 1_000}" for number in range(400)]})
    data = _file(
        table,
        compression="none",
        use_dictionary=False,
        data_page_size=10_000,
        write_batch_size=10,
        write_statistics=False,
    )
    found = _read(_corrupt(data, b"0300 xxx"))
    assert len(found) == 400
    assert [isinstance(row, dict) for row in found] == sorted((isinstance(row, dict) for row in found), reverse=True)
    assert 0 < found.count("unreadable_row_group") < 400


def test_text_that_is_no_utf_8_arrives_as_lone_surrogates_in_lists_and_structs_too() -> None:
    bad = _text_array(b"a\xff", b"\0b")
    nested = pa.ListArray.from_arrays([0, 1, 2], bad)
    struct = pa.StructArray.from_arrays([bad], ["c"])
    assert _read(_file(pa.table({"text": bad, "list": nested, "struct": struct, "n": [1, None]}))) == [
        {"text": "a\udcff", "list": ["a\udcff"], "struct": {"c": "a\udcff"}, "n": 1},
        {"text": "\0b", "list": ["\0b"], "struct": {"c": "\0b"}, "n": None},
    ]


def test_a_value_that_python_cannot_hold_costs_its_row_only() -> None:
    times = pa.array([0, 2**60], pa.int64()).cast(pa.timestamp("us"), safe=False)
    rows = read("parquet", _file(pa.table({"when": times, "text": ["a", "b"]})))
    assert isinstance(rows[0], Row)
    assert isinstance(rows[1], BadRow)
    assert rows[1].reason == "unreadable_value"
    assert "column when" in rows[1].detail


@settings(deadline=None)
@given(st.data())
def test_a_changed_byte_before_the_footer_loses_no_row(data: st.DataObject) -> None:
    footer = len(GROUPS) - 8 - int.from_bytes(GROUPS[-8:-4], "little")
    position = data.draw(st.integers(4, footer - 1))
    changed = bytearray(GROUPS)
    changed[position] ^= data.draw(st.integers(1, 255))
    rows = read("parquet", bytes(changed))
    assert len(rows) == 1_000
    assert sum(isinstance(row, BadRow) for row in rows) <= 100
