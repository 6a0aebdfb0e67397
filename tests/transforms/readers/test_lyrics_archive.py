"""Songs in the layout of lyrics archives."""

import time
from pathlib import Path

import pytest

from tests.transforms.readers.streams import outcomes, read
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError

SONG = b"Artist: The Potter\nAlbum:  Ash\nSong:   Wheel\nTyped by: us\n\n[Verse 1]\nI turn it\n\n[Chorus]\nround\n"


def test_a_song_has_its_header_as_fields_and_keeps_its_headings() -> None:
    assert outcomes(read("lyrics-archive", SONG)) == [
        {
            "artist": "The Potter",
            "album": "Ash",
            "title": "Wheel",
            "text": "[Verse 1]\nI turn it\n\n[Chorus]\nround",
        }
    ]


def test_the_next_header_begins_the_next_song() -> None:
    second = b"artist : Another\r\nTitle: Two\r\n\r\nNo heading here\r\n\r\nTwo blocks"
    rows = outcomes(read("lyrics-archive", SONG + b"\n\n" + second))
    assert rows[0] == outcomes(read("lyrics-archive", SONG))[0]
    assert rows[1:] == [{"artist": "Another", "title": "Two", "text": "No heading here\n\nTwo blocks"}]


def test_a_song_without_a_header_is_one_row() -> None:
    assert outcomes(read("lyrics-archive", b"\n\na line\n\nanother\n")) == [{"text": "a line\n\nanother"}]
    assert outcomes(read("lyrics-archive", b" \n\r\n")) == []


def test_a_header_without_a_song_has_an_empty_text() -> None:
    assert outcomes(read("lyrics-archive", b"Artist: A\nSong: B\n")) == [{"artist": "A", "title": "B", "text": ""}]


def test_a_heading_that_is_not_closed_is_a_bad_row_that_names_its_line() -> None:
    bad, good = read("lyrics-archive", b"Artist: A\n\none\n[Verse 2\ntwo\nArtist: B\n\nthree")
    assert isinstance(bad, BadRow)
    assert (bad.number, bad.reason) == (1, "unclosed_section")
    assert "line 2: the section mark '[Verse 2' is not closed" in bad.detail
    assert isinstance(good, Row)


def test_bytes_that_are_not_utf8_pass_through_and_utf16_is_refused() -> None:
    assert outcomes(read("lyrics-archive", b"Artist: Beyonc\xe9\n\nd\xe9j\xe0 vu")) == [
        {"artist": "Beyonc\udce9", "text": "d\udce9j\udce0 vu"}
    ]
    with pytest.raises(SourceFormatError):
        read("lyrics-archive", SONG.decode().encode("utf-16"))


def test_ten_megabytes_in_one_line_are_one_bad_row() -> None:
    bad, good = read("lyrics-archive", b"Artist: A\n" + b"la " * 3_500_000 + b"\nArtist: B\nb", 1 << 20)
    assert isinstance(bad, BadRow)
    assert bad.reason == "row_too_large"
    assert bad.size > 10_000_000
    assert outcomes([good]) == [{"artist": "B", "text": "b"}]


@pytest.mark.parametrize("piece", [b"{", b"(repeat ", b"*", b"x2 ", b"[", b"(", b"a" + b" " * 999])
def test_a_line_of_marks_is_read_in_linear_time(piece: bytes) -> None:
    line = b"x" + piece * (500_000 // len(piece))
    start = time.process_time()
    read("lyrics-archive", b"Artist: A\n[Verse 1]\n" + line, 1 << 20)
    assert time.process_time() - start < 5


def test_the_sample_song_is_one_row() -> None:
    (row,) = read("lyrics-archive", Path("samples/ghostwriting/song.txt").read_bytes())
    assert isinstance(row, Row)
    assert row.fields["artist"] == "The Night Potter"
