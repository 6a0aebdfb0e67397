"""Every format of source files, and files of pairs."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st

from tests.fuzz.byte_mutations import fuzzed, sometimes_gzipped
from tests.fuzz.parser import Parser, check_message, check_utf8
from tests.fuzz.value_mutations import fuzzed_json
from tests.transforms.readers.streams import cut, in_pieces
from versebench.schemas.pairs import PAIRS
from versebench.schemas.poems import POEMS, REJECTS
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source
from versebench.transforms.scoring.import_pairs import ImportPairs
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row, source_id
from versebench.transforms.sources.source import PlacedSource, Source

Format = Literal[
    "oedilf-json",
    "jsonl",
    "csv",
    "parquet",
    "text",
    "chinese-poetry",
    "lyrics-archive",
    "xlsx",
    "tei",
    "gutenberg",
    "one-poem",
]

_ROW_BYTES = (1_024, 1_048_576)
_POEM = "There was an old man of Bordeaux\nWho – naïvely – said “Oh”\r\nAnd left by the door\nin 1904"
_ROWS: list[Any] = [
    {"id": 1, "limerick": _POEM, "text": _POEM, "author": "A. Non", "is_limerick": True, "title": None},
    {"id": "2", "limerick": ["one", "two"], "text": ["one", "two"], "topics": ["a", "b"], "is_limerick": "no"},
    {"id": 3.5, "limerick": "â€™tis", "text": "l’été \\ud83d\\ude00", "author": "", "title": "Ünder"},
]
_COUPLETS: list[Any] = [
    {
        "id": "a-1",
        "title": "夜車",
        "author": "無名氏",
        "paragraphs": ["鐵軌穿雲去，孤燈接夜明。", "一聲長笛後，千里是歸程。"],
    },
    {"id": "a-2", "paragraphs": [], "form": None},
    {"id": "a-3", "paragraphs": "野性歌三樂（一作「哭」），皇恩□九重。", "tags": [1, None]},
    {"paragraphs": ["，。\n", "K\u0000", None]},
]
_JSON_PIECES = (
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"},{", b"}, {", b', {"', b"]\n", b"\\", b"\\u12", b"null", b"tru"),
    *(b"-",),
    *(b'"limerick"', b'"text"', b'{"text": "', b'{"limerick": "x"},', b"//", b" " * 300, b"\\ud83d\\ude00", b"\\u2028"),
)  # fmt: skip
_CSV_PIECES = (b'"', b'""', b",", b"\t", b";", b'",\n"', b'"\n', b",,,", b"text", b'"x"y', b"id,text\n", b",", b"#")
_SONG = b"""Artist: The Night Potter
Song: Turn the Wheel

[Verse 1: The Night Potter]
I turn the wheel slow and I learn what I feel   x2
(a voice) *clink* {scratching}

[Chorus] - 2X
Turn it round (repeat 2X)
"""
_SONG_PIECES = (
    *(b"[", b"]", b"[Verse", b"Chorus:", b"Artist: ", b"{", b"}", b"*", b"(repeat ", b"(", b")", b" x2", b"- 2X"),
    *(b" " * 300, b"\n\n", b"\xe2\x80\xa8", b"\xff"),
)
_TEXT_PIECES = (
    b"\n\n",
    b"\r\n\r\n",
    b"\r\r",
    b" \n \n",
    b"\x0b",
    b"\x0c",
    b"\x85",
    b"\xc2\x85",
    b"\xe2\x80\xa9",
    b"\n" * 2_000,
)

_TEI = b"""<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><author>Non, A.</author></titleStmt></fileDesc>
</teiHeader><text><body><div xml:id="a"><head>One<note>no</note></head><lg><l>one <hi>two</hi></l><l>three</l></lg>
<lg><l>four &amp; five<lb/>six</l></lg></div><lg type="limerick"><head>Two</head><l>seven</l></lg>
<lg><lg><l>eight</l></lg><lg><l>nine</l></lg></lg></body></text></TEI>
"""
_TEI_PIECES = (
    *(b"<lg>", b"</lg>", b"<l>", b"</l>", b"<head>", b"</head>", b"<div>", b"</div>", b"<note>", b"<lb/>", b"&amp;"),
    *(
        b"&eacute;",
        b"<![CDATA[",
        b"]]>",
        b"<!--",
        b"-->",
        b'<!DOCTYPE a [<!ENTITY e "f">]>',
        b"<l>" * 300,
        b' type="x"',
    ),
)
_BOOK = f"""Header

*** START OF THE PROJECT GUTENBERG EBOOK X ***

{_POEM}

[Illustration: a door]

{_POEM}
*** END OF THE PROJECT GUTENBERG EBOOK X ***
Licence
""".encode()


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (["id", "text", "author"], [1, _POEM, "A. Non"], [2, "=1+1", None], [3, True, 1.5]):
        sheet.append(row)
    sheet.merge_cells("C2:C3")
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _csv_of(rows: Sequence[dict[str, Any]], delimiter: str = ",", end: str = "\r\n") -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end)
    writer.writerows([("id", "text", "author"), *((row["id"], row["text"], row.get("author")) for row in rows)])
    return text.getvalue().encode()


def _table() -> pa.Table:
    moment = datetime(1904, 6, 16, tzinfo=UTC)
    return pa.table(
        {
            "id": ["1", "2", None, "4"],
            "text": [_POEM, "two\nlines", "", None],
            "author": pa.array(["a", "a", "b", None]).dictionary_encode(),
            "topics": [["x", None], [], None, ["y"]],
            "more": [{"a": 1, "b": [1.5]}, None, {"a": None, "b": []}, {"a": 2, "b": None}],
            "when": pa.array([moment, None, moment, moment], pa.timestamp("ns", tz="Europe/Dublin")),
            "price": pa.array([Decimal("1.50"), None, Decimal("-2.00"), Decimal("0.00")], pa.decimal128(10, 2)),
            "map": pa.array([[("k", 1)], None, [], [("a", None)]], pa.map_(pa.string(), pa.int64())),
        }
    )


def _parquet(**options: Any) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(_table(), sink, **options)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _narrow(**options: Any) -> bytes:
    """A file of one column, so that a change more often meets its pages than its index."""
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"text": ["five\nlines", "two", None] * 5}), sink, store_schema=False, **options)
    content: bytes = sink.getvalue().to_pybytes()
    return content


_PARQUETS = [
    _parquet(),
    _parquet(compression="none", use_dictionary=False, row_group_size=2),
    _parquet(compression="zstd", write_page_checksum=True, data_page_version="2.0", store_schema=False),
    _parquet(compression="gzip", write_statistics=False, row_group_size=1),
    _narrow(compression="none"),
    _narrow(compression="none", use_dictionary=False, column_encoding="DELTA_BYTE_ARRAY"),
    _narrow(compression="none", data_page_version="2.0", write_page_index=True),
    _narrow(compression="brotli", use_dictionary=False, column_encoding="DELTA_LENGTH_BYTE_ARRAY"),
]


def _reading(format_name: Format) -> Callable[[bytes, Path], None]:
    source = Source(name="mine", path="poems", format=format_name, licence="CC0-1.0").of_form("limerick")

    def parse(content: bytes, folder: Path) -> None:
        for max_row_bytes in _ROW_BYTES:
            rows = _read(content, format_name, max_row_bytes)
            if format_name not in ("parquet", "xlsx"):  # it is copied to a file where it comes in pieces
                pieces = in_pieces(cut(content, [1, 7, 65_536]))
                assert repr(_rows(pieces, format_name, max_row_bytes)) == repr(rows), "pieces give other rows"
            if isinstance(rows, str):
                continue
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            for row in rows:
                _check_row(row, source)

    return parse


def _read(content: bytes, format_name: Format, max_row_bytes: int) -> list[Row | BadRow] | str:
    return _rows(io.BytesIO(content), format_name, max_row_bytes)


def _rows(stream: Any, format_name: Format, max_row_bytes: int) -> list[Row | BadRow] | str:
    try:
        return list(read_source(stream, format_name, max_row_bytes))
    except SourceFormatError as error:
        check_utf8(str(error))
        check_message(str(error), ";" if "no Parquet" not in str(error) else "Parquet")
        return str(error)


def _check_row(row: Row | BadRow, source: PlacedSource) -> None:
    """A row becomes a poem or is refused, and either can be written."""
    if isinstance(row, BadRow):
        check_utf8(row.reason, row.detail, row.original)
        assert len(row.original) <= ORIGINAL_LIMIT
        assert row.size >= 0
        return
    for rules in (Normalisation(), Normalisation(invalid_bytes="replace", mojibake="keep")):
        made = poem_row(row.fields, source, rules)
        identity = source_id(row.fields, source, rules)
        check_utf8(identity or "")
        if isinstance(made, Refusal):
            check_utf8(made.reason)
            made.detail.encode("utf-8", "backslashreplace")
        else:
            pa.Table.from_pylist([made], POEMS.schema)


_PAIRS: list[Any] = [
    {"sentence_good": "The cat is here.", "sentence_bad": "The cat are here.", "UID": "agreement", "pairID": "0"},
    {"original": "a b", "corrupted": "a", "task": "delete/1", "pair_id": "ab", "words_removed": 1},
]


def _parse_pairs(content: bytes, folder: Path) -> None:
    path = folder / "pairs.jsonl"
    path.write_bytes(content)
    try:
        made = ImportPairs(str(path), 1)(0)
    except SourceFormatError as error:
        check_message(str(error), ";")
        return
    assert made.counts["in"] == len(made.tables["pairs"]) + len(made.tables["rejects"])
    assert made.tables["pairs"].schema.equals(PAIRS.schema)
    assert made.tables["rejects"].schema.equals(REJECTS.schema)
    for table in made.tables.values():
        table.validate(full=True)


def _lines(rows: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Some rows, each on a line of its own."""
    return st.lists(rows.map(lambda row: row.replace(b"\n", b"")), max_size=5).map(b"\n".join)


def _parser(
    name: Format, documents: list[bytes], pieces: tuple[bytes, ...], *others: st.SearchStrategy[bytes]
) -> Parser:
    return Parser(name, sometimes_gzipped(fuzzed(documents, pieces, *others)), _reading(name))


_JSONL = b"\n".join(json.dumps(row).encode() for row in _ROWS)
_PAIR_LINES = b"\n".join(json.dumps(pair).encode() for pair in _PAIRS)

PARSERS = (
    _parser(
        "oedilf-json",
        [json.dumps(_ROWS).encode(), json.dumps(_ROWS, indent=1, ensure_ascii=False).encode()],
        _JSON_PIECES,
        fuzzed_json([_ROWS]),
    ),
    _parser(
        "chinese-poetry",
        [json.dumps(_COUPLETS, ensure_ascii=False).encode(), b"\n".join(json.dumps(row).encode() for row in _COUPLETS)],
        (*_JSON_PIECES, "，".encode(), "。".encode(), "」".encode(), b"\xef\xbb\xbf", b'"paragraphs": ["'),
        fuzzed_json([_COUPLETS]),
    ),
    _parser("jsonl", [_JSONL, _JSONL.replace(b"\n", b"\r\n")], _JSON_PIECES, _lines(fuzzed_json(_ROWS))),
    _parser("csv", [_csv_of(_ROWS), _csv_of(_ROWS, "\t", "\n"), _csv_of(_ROWS, end="\r")], _CSV_PIECES),
    _parser("parquet", _PARQUETS, (b"PAR1", b"\x15\x00", b"\x19", b"\x80" * 9 + b"\x01")),
    _parser("text", [f"{_POEM}\n\n{_POEM}\n".encode(), f"{_POEM}\r\n\r\nà ’\r\n".encode("cp1252")], _TEXT_PIECES),
    _parser("xlsx", [_workbook()], (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"<c", b"</row>", b"\x08\x00")),
    _parser("tei", [_TEI, _TEI.decode().encode("utf-16")], _TEI_PIECES),
    _parser(
        "gutenberg",
        [_BOOK, _BOOK.replace(b"\n", b"\r\n")],
        (*_TEXT_PIECES, b"*** START OF THE PROJECT GUTENBERG", b"*** END OF"),
    ),
    _parser("one-poem", [f"A Title\n\n{_POEM}\n\n{_POEM}\n".encode(), _POEM.encode("cp1252", "replace")], _TEXT_PIECES),
    _parser("lyrics-archive", [_SONG, _SONG + _SONG.replace(b"\n", b"\r\n")], _SONG_PIECES),
    Parser(
        "pairs",
        sometimes_gzipped(fuzzed([_PAIR_LINES], _JSON_PIECES, _lines(fuzzed_json(_PAIRS)))),
        _parse_pairs,
    ),
)
