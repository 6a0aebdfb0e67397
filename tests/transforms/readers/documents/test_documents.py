import io
from typing import Any

import openpyxl
import pytest

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source

TEI = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><titleStmt><author>Non, A.</author></titleStmt></teiHeader>'
    "<text><body><head>Book</head>{}</body></text></TEI>"
)


def _tei(body: str) -> list[object]:
    return outcomes(read("tei", TEI.format(body).encode()))


def _xlsx(rows: list[list[Any]], merged: str | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    if merged:
        book.worksheets[0].merge_cells(merged)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_poem_of_tei_has_stanzas_title_author_and_id() -> None:
    body = '<div xml:id="a"><head>One</head><lg><l>a</l><l>b <note>no</note><hi>c</hi></l></lg><lg><l>d</l></lg></div>'
    (row,) = _tei(body)
    assert isinstance(row, dict)
    assert [line for line in row["text"].split("\n") if line] == ["a", "b c", "d"]
    assert "\n\n" in row["text"]
    assert {name: row[name] for name in ("title", "author", "id")} == {"title": "One", "author": "Non, A.", "id": "a"}


def test_groups_that_are_poems_are_not_joined() -> None:
    rows = _tei('<lg type="limerick"><l>a</l></lg><lg><head>T</head><l>b</l></lg><lg><lg><l>c</l></lg></lg>')
    assert [row["text"] for row in rows if isinstance(row, dict)] == ["a", "b", "c"]


def test_what_stands_before_an_error_in_the_xml_is_kept() -> None:
    good, bad = read("tei", b'<TEI><lg type="x"><l>a</l></lg><lg type="x"><l>b</l><l>c</lg></TEI>')
    assert isinstance(good, Row)
    assert good.fields["text"] == "a"
    assert isinstance(bad, BadRow)
    assert bad.reason == "malformed_xml"
    assert bad.original == "b"


@pytest.mark.parametrize("content", [b"no XML", b"", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', b"<a>" * 300])
def test_what_is_no_tei_is_refused(content: bytes) -> None:
    with pytest.raises(SourceFormatError, match=";"):
        read("tei", content)


def test_a_workbook_has_the_values_of_merged_cells_and_no_formula_without_a_value() -> None:
    rows = read("xlsx", _xlsx([["id", "text", "by"], [1, "a\nb", "X"], [2.0, "c", None], [3, "=A1", None]], "C2:C3"))
    assert outcomes(rows) == [
        {"id": 1, "text": "a\nb", "by": "X"},
        {"id": 2, "text": "c", "by": "X"},
        "formula_without_value",
    ]


def test_a_title_over_the_columns_is_no_header() -> None:
    rows: list[list[Any]] = [["My poems", None], ["id", "text"], [1, "a"]]
    assert outcomes(read("xlsx", _xlsx(rows, "A1:B1"))) == [{"id": 1, "text": "a"}]
    assert outcomes(read("xlsx", _xlsx(rows))) == ["wrong_number_of_fields", "wrong_number_of_fields"]


def test_a_header_of_one_column_stays_the_header() -> None:
    assert outcomes(read("xlsx", _xlsx([["text"], ["a"], ["b"]], "A2:A3"))) == [{"text": "a"}, {"text": "a"}]


def test_a_cell_without_a_column_name_is_a_bad_row() -> None:
    assert outcomes(read("xlsx", _xlsx([["text"], ["a", "b"], ["c"]]))) == ["wrong_number_of_fields", {"text": "c"}]


@pytest.mark.parametrize("content", [b"", b"text,id\n", b"PK\x03\x04 damaged", _xlsx([])])
def test_what_is_no_workbook_is_refused(content: bytes) -> None:
    with pytest.raises(SourceFormatError, match=";"):
        read("xlsx", content)


def test_header_and_footer_of_a_book_are_cut() -> None:
    book = (
        "Licence\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\na\nb\n[Illustration: c]\nd\n\n"
        "*** END OF THE PROJECT GUTENBERG EBOOK X ***\nLicence\n"
    )
    assert outcomes(read("gutenberg", book.encode())) == [{"text": "a\nb"}, {"text": "d"}]
    with pytest.raises(SourceFormatError, match="use format text"):
        read("gutenberg", b"a\n\nb")


def test_a_file_with_one_poem_may_begin_with_its_title() -> None:
    assert outcomes(read("one-poem", b"\nT\n\n\na\r\nb\n\nc\n\n")) == [{"title": "T", "text": "a\nb\n\nc"}]
    assert outcomes(read("one-poem", b"a\nb\n\nc")) == [{"text": "a\nb\n\nc"}]
    assert outcomes(read("one-poem", b" \n")) == []
    assert outcomes(read("one-poem", b"a\n" * 1_000, 1_024)) == ["row_too_large"]


def test_a_stated_encoding() -> None:
    rows = read_source(io.BytesIO("é\n\nü".encode("utf-16")), "text", 1_024, "utf-16")
    assert outcomes(rows) == [{"text": "é"}, {"text": "ü"}]
    with pytest.raises(SourceFormatError, match="is not in utf-16"):
        list(read_source(io.BytesIO(b"\xff\xfea"), "text", 1_024, "utf-16"))


@pytest.mark.parametrize("layout", ["csv", "text", "jsonl", "tei", "one-poem"])
def test_a_zip_archive_under_another_name_is_refused(layout: str) -> None:
    with pytest.raises(SourceFormatError, match="zip archive; unpack"):
        read(layout, b"PK\x03\x04rest")


@pytest.mark.parametrize(
    ("header", "cells"),
    [("id;text", 2), ("id,text", 2), ("id\ttext", 2), ('"a;b",c', 2), ("a;b,c;d", 3)],
)
def test_the_delimiter_of_csv_is_in_its_header(header: str, cells: int) -> None:
    (row,) = read("csv", f"{header}\n{header}\n".encode())
    assert isinstance(row, Row)
    assert len(row.fields) == cells
