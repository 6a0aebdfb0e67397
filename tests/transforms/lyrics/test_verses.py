"""Songs and poems cut into verses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.lyrics.song import LyricsError
from versebench.transforms.lyrics.verses import song_parts, stanza_parts


def _poem(*stanzas: int) -> str:
    return "\n\n".join("\n".join(f"s{place}l{line}" for line in range(many)) for place, many in enumerate(stanzas))


def _cut(text: str) -> list[tuple[int, int]]:
    return [(part.first_line, len(part.lines)) for part in stanza_parts(text, 16)]


def test_stanzas_go_together_up_to_sixteen_lines() -> None:
    assert _cut(_poem(4, 4, 4, 4)) == [(1, 16)]
    assert _cut(_poem(8, 4, 8)) == [(1, 12), (15, 8)]
    assert _cut(_poem(16)) == [(1, 16)]


def test_a_longer_stanza_is_cut_every_sixteen_lines() -> None:
    assert _cut(_poem(35)) == [(1, 16), (17, 16), (33, 3)]
    assert _cut(_poem(4, 17, 3)) == [(1, 4), (6, 16), (22, 4)]


@given(st.lists(st.integers(0, 40), max_size=8).map(lambda many: _poem(*many)), st.integers(1, 20))
def test_every_line_is_in_one_verse_at_its_place(text: str, most: int) -> None:
    lines = text.split("\n")
    parts = list(stanza_parts(text, most))
    assert [line for part in parts for line in part.lines] == [line for line in lines if line]
    assert all(lines[part.first_line - 1] == part.lines[0] for part in parts)
    assert all(1 <= len(part.lines) <= most for part in parts)


def test_sections_keep_their_headings_kinds_singers_and_places() -> None:
    text = "[Verse 1]\none\n\ntwo x2\n\n[Chorus]\nround\n\n[Verse 2: A Guest]\nthree\n[Verse 3]\n*clink*\n"
    first, chorus, guest = song_parts(text, "The Potter")
    assert first == ("verse", 1, ("one", "two"), "Verse 1", "")
    assert (chorus.kind, chorus.first_line) == ("chorus", 6)
    assert (guest.kind, guest.singer, guest.lines) == ("guest", "A Guest", ("three",))


def test_a_chorus_without_lines_is_a_part_and_a_verse_without_lines_is_none() -> None:
    assert [part.kind for part in song_parts("[Chorus] - 2X\n[Verse 1]\n[Verse 2]\none", "A")] == ["chorus", "verse"]


def test_the_artist_is_no_guest_in_the_artists_own_song() -> None:
    (part,) = song_parts("[Verse 1: the potter]\none", "The Potter")
    assert part.kind == "verse"


def test_blocks_are_verses_without_headings() -> None:
    assert [part.heading for part in song_parts("one\ntwo\n\nthree", "A")] == [None, None]


def test_a_heading_that_is_not_closed_is_an_error() -> None:
    with pytest.raises(LyricsError, match="not closed"):
        list(song_parts("one\n[Verse", "A"))
