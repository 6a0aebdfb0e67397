import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import BadRow
from versebench.transforms.readers.errors import SourceFormatError


def _read(data: bytes, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("csv", data, max_row_bytes))


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_reads_a_record_a_line_and_skips_blank_lines(end: bytes) -> None:
    data = end.join([b"", b"a,b", b"1,", b"", b'"x, ""y""",2'])
    assert _read(data) == _read(data + end) == [{"a": "1", "b": ""}, {"a": 'x, "y"', "b": "2"}]


def test_a_byte_order_mark_is_no_part_of_the_first_name() -> None:
    assert _read(b"\xef\xbb\xbfa,b\n1,2") == [{"a": "1", "b": "2"}]


def test_a_quoted_cell_keeps_its_line_ends() -> None:
    assert _read(b'a,b\n"1\n\n2\r\n3\r4",5\n6,7') == [{"a": "1\n\n2\r\n3\r4", "b": "5"}, {"a": "6", "b": "7"}]


def test_tabs_separate_where_the_header_holds_tabs_and_no_comma() -> None:
    assert _read(b"a\tb\n1,2\t3") == [{"a": "1,2", "b": "3"}]
    assert _read(b"a\tb,c\n1\t2,3") == [{"a\tb": "1\t2", "c": "3"}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\n\r\n", "is empty"),
        (b"a,,b\n", "empty column name"),
        (b"a, \n", "empty column name"),
        (b"a,b,a\n", r"repeats the column names \['a'\]"),
        (b'a,"b\n1,2', "cannot be read"),
        (b'a,"b"c\n1,2', "cannot be read"),
        (b"a" * 200_000, "line of 200000 bytes"),
        ("a,b".encode("utf-16"), "UTF-16"),
    ],
)
def test_a_file_without_a_sound_header_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(SourceFormatError, match=message):
        _read(data)


def test_a_record_of_another_width_says_both_counts() -> None:
    few, good, many = read("csv", b'a,b\n"1\n2"\n1,2\n1,\xff,3\n')
    assert few == BadRow(1, "wrong_number_of_fields", "1 fields, but the header has 2", '"1\n2"', 5)
    assert outcomes([good]) == [{"a": "1", "b": "2"}]
    assert many == BadRow(3, "wrong_number_of_fields", "3 fields, but the header has 2", "1,\\udcff,3", 10)


@pytest.mark.parametrize("bad", [b'1,"2', b'"1"x,2', b'"1" ,2'])
def test_a_malformed_record_costs_its_first_line_only(bad: bytes) -> None:
    rows = read("csv", b"a,b\n1,2\n" + bad + b'\n3,4\n"5\n5",6\n')
    assert outcomes(rows) == [{"a": "1", "b": "2"}, "malformed_csv", {"a": "3", "b": "4"}, {"a": "5\n5", "b": "6"}]
    assert isinstance(rows[1], BadRow)
    assert rows[1].original == bad.decode()


def test_a_quote_that_stays_open_beyond_the_limit_costs_its_line_only() -> None:
    lines = b"".join(b"%d,x\n" % number for number in range(1_000))
    rows = _read(b'a,b\n1,"2\n' + lines, 500)
    assert rows == ["malformed_csv", *({"a": str(number), "b": "x"} for number in range(1_000))]


def test_a_quote_that_stays_open_before_a_long_line_costs_its_line_only() -> None:
    data = b'a,b\n1,"2\n3,4\n' + b"x" * 1_000 + b"\n5,6\n"
    assert _read(data, 500) == ["malformed_csv", {"a": "3", "b": "4"}, "row_too_large", {"a": "5", "b": "6"}]


def test_the_limit_counts_the_bytes_of_the_record() -> None:
    record = '"€\n€",b'.encode()
    assert _read(b"a,b\n" + record + b"\r\n", len(record)) == [{"a": "€\n€", "b": "b"}]
    assert _read(b"a,b\n" + record + b"\r\n", len(record) - 1)[0] == "malformed_csv"


def test_a_cell_may_be_longer_than_the_limit_of_the_csv_module() -> None:
    assert _read(b"a\n" + b"x" * 200_000, 300_000) == [{"a": "x" * 200_000}]


def test_odd_text_passes_through() -> None:
    assert _read(b"a,b\n\0,\xff\xe2\x80\xa8\x0b\n") == [{"a": "\0", "b": "\udcff\u2028\x0b"}]


@settings(deadline=None)
@given(st.lists(st.tuples(st.text(), st.text()).filter(any)), st.sampled_from([",", "\t"]))
def test_any_records_come_back(records: list[tuple[str, str]], separator: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL).writerows([("a", "b"), *records])
    assert _read(file.getvalue().encode("utf-8", "surrogatepass")) == [
        {"a": _escaped(left), "b": _escaped(right)} for left, right in records
    ]


def _escaped(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")
