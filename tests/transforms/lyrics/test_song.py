import pytest

from tests.pipelines.running import REPOSITORY
from versebench.transforms.lyrics.song import LyricsError, is_song, read_song

SONG = (REPOSITORY / "samples/ghostwriting/song.txt").read_text()


def lines_of(text: str) -> list[str]:
    (verse,) = read_song(f"[Verse]\n{text}").verses
    return verse.lines


def test_the_sample_song() -> None:
    song = read_song(SONG)
    assert song.header["artist"] == "The Night Potter"
    assert [(section.kind, len(section.lines)) for section in song.sections] == [
        *(("intro", 1), ("verse", 8), ("chorus", 2), ("verse", 8), ("chorus", 0), ("bridge", 1), ("verse", 8)),
        ("outro", 1),
    ]
    assert song.verses[1].first_line == 25
    text = "\n".join(line for verse in song.verses for line in verse.lines)
    assert "clink" not in text
    assert "x2" not in text
    assert "I gave him a button, he gave me a nod" in text


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("And nobody bought it   x2", "And nobody bought it"),
        ("Hold on (repeat 2X)", "Hold on"),
        ("Hold on - 2X", "Hold on"),
        ("Hold on (x3)", "Hold on"),
        ("They stare (stare!)", "They stare (stare!)"),
        ("(Another voice)", "Another voice"),
        ("A word *laughs* and {cough} more", "A word and more"),
        ("- said the fox", "- said the fox"),
        ("2 x 2 is four", "2 x 2 is four"),
    ],
)
def test_marks_go_and_words_stay(line: str, kept: str) -> None:
    assert lines_of(line) == [kept]


def test_lines_of_marks_alone_are_no_lines() -> None:
    assert lines_of("one\n*laughs*\n(repeat 2X)\n🙂\n\ntwo\n\n") == ["one", "", "two"]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("[Verse 2: The Potter]", "verse"),
        ("[Verse 2: The Potter, (The Cook)]", "verse"),
        ("[Verse 2: The Cook]", "guest"),
        ("[Verse 2: The Cook & The Potter]", "guest"),
        ("[Part 2]", "verse"),
        ("[Chorus: The Cook]", "chorus"),
        ("[Pre-Chorus]", "chorus"),
        ("[HOOK] x2", "hook"),
        ("[Interlude: The Potter and a friend]", "interlude"),
        ("Chorus:", "chorus"),
        ("Verse 1:", "verse"),
    ],
)
def test_kinds_of_sections(heading: str, kind: str) -> None:
    song = read_song(f"Artist: The Potter\n\n{heading}\nA line")
    assert [section.kind for section in song.sections] == [kind]
    assert song.sections[0].lines == ["A line"]


def test_without_headings_blocks_are_verses() -> None:
    song = read_song("Artist: The Potter\n\none\ntwo\n\n\nthree")
    assert [verse.lines for verse in song.verses] == [["one", "two"], ["three"]]


def test_a_colon_in_a_verse_is_no_heading() -> None:
    assert lines_of("He told me: go\nSong: of the sea") == ["He told me: go", "Song: of the sea"]


def test_what_is_a_song() -> None:
    assert is_song(SONG)
    assert is_song("Artist: X\n\none")
    assert not is_song("The cat: a poem\n\nsat on the mat (hat)")
    assert read_song("").sections == []


def test_an_open_mark_is_named() -> None:
    with pytest.raises(LyricsError, match=r"line 2: the section mark '\[Verse 1' is not closed; write \[Verse 1\]"):
        read_song("Artist: X\n[Verse 1\none")
