import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import BadRow
from versebench.transforms.readers.errors import SourceFormatError


def _read(data: bytes, max_row_bytes: int = 100_000) -> list[object]:
    return outcomes(read("text", data, max_row_bytes))


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_blank_lines_separate_poems(end: str) -> None:
    text = end.join(["", "one", " two ", "", "\t", "three", "four"])
    expected = [{"text": "one\n two "}, {"text": "three\nfour"}]
    assert _read(text.encode()) == _read((text + end).encode()) == _read((text + end * 3).encode()) == expected


def test_an_empty_file_has_no_rows() -> None:
    assert _read(b"") == _read(b"\n \r\n") == _read(b"\xef\xbb\xbf") == []


def test_the_limit_counts_the_bytes_of_the_joined_lines() -> None:
    assert _read("one\r\n€\r\n\r\nx".encode(), 7) == [{"text": "one\n€"}, {"text": "x"}]
    assert _read("one\r\n€\r\n\r\nx".encode(), 6) == ["row_too_large", {"text": "x"}]


def test_a_long_line_makes_one_bad_row_of_its_poem() -> None:
    bad, good = read("text", b"one\n" + b"x" * 300_000 + b"\r\nthree\r\n\r\nnext", 100_000)
    assert isinstance(bad, BadRow)
    assert (bad.reason, bad.size, bad.original[:5]) == ("row_too_large", 300_010, "one\nx")
    assert outcomes([good]) == [{"text": "next"}]


def test_odd_text_passes_through() -> None:
    assert _read(b"a\0\xff\xe2\x80\xa8b\x0bc") == [{"text": "a\0\udcff\u2028b\x0bc"}]


def test_utf_16_is_refused() -> None:
    with pytest.raises(SourceFormatError, match="UTF-16"):
        _read("poem".encode("utf-16"))


@settings(deadline=None)
@given(st.lists(st.lists(st.text("aé ").map("{}b".format), min_size=1), min_size=1))
def test_any_poems_come_back(poems: list[list[str]]) -> None:
    text = "\n\n".join("\n".join(poem) for poem in poems)
    assert _read(text.encode()) == [{"text": "\n".join(poem)} for poem in poems]
