import gzip
import json
from pathlib import Path

import pytest

from benchmarks.ear.texts import (
    LIMERICKS,
    POETS,
    VERSE,
    Poem,
    as_verse,
    corpus_text,
    heroic_lines,
    limerick_lines,
    lines_of,
    poems_of,
    read_poems,
    words_of,
)

CORPUS = """AUTHOR Nobody

TITLE Of Cats

RHYME a a *

  The cat sat down,
  And wore a gown.

RHYME a b a
I
am
why

TITLE

RHYME a a *
A line without a title,
is not idle.

RHYME a a
RHYME-POEM c c
The scheme of these
is lost.

TITLE A Quiet Life
RHYME	a a *
Rest,
best.
"""


def test_poems_of_the_corpus() -> None:
    assert list(read_poems(CORPUS)) == [
        Poem("Of Cats", "a a *", ("The cat sat down,", "And wore a gown.")),
        Poem("Of Cats", "a b a", ("I", "am", "why")),
        Poem("", "a a *", ("A line without a title,", "is not idle.")),
        Poem("", "", ("The scheme of these", "is lost.")),
        Poem("A Quiet Life", "a a *", ("Rest,", "best.")),
    ]


def test_heroic_couplets_have_a_title_and_are_no_lyrics() -> None:
    assert heroic_lines(list(read_poems(CORPUS))) == ["The cat sat down,", "And wore a gown."]


def test_an_empty_corpus_has_no_poems() -> None:
    assert list(read_poems("")) == []


def test_a_poet_is_read_in_either_encoding(tmp_path: Path) -> None:
    (tmp_path / POETS).mkdir(parents=True)
    (tmp_path / POETS / "old.txt").write_bytes("TITLE T\nRHYME a\ncafé\n".encode("mac_roman"))
    assert poems_of(tmp_path, "old") == [Poem("T", "a", ("café",))]
    assert poems_of(tmp_path, "none") == []
    assert corpus_text(tmp_path / POETS / "old.txt").endswith("café\n")


def test_limericks_are_left_out_where_they_are_not(tmp_path: Path) -> None:
    assert limerick_lines(tmp_path) == []
    (tmp_path / LIMERICKS).parent.mkdir()
    (tmp_path / LIMERICKS).write_text(json.dumps({"lines": ["one", "two"]}) + "\n", encoding="utf-8")
    assert limerick_lines(tmp_path) == ["one", "two"]


def test_poems_of_the_corpus_of_verse(tmp_path: Path) -> None:
    assert lines_of(tmp_path, "Nobody", ["Cats"]) == []
    (tmp_path / VERSE).parent.mkdir()
    rows = [
        {"author": "Nobody", "title": "Cats", "text": "  I. The cat\n\nsat"},
        {"author": "Nobody", "title": "Dogs", "text": "The dog"},
        {"author": "Somebody", "title": "Cats", "text": "after Nobody"},
    ]
    with gzip.open(tmp_path / VERSE, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    assert lines_of(tmp_path, "Nobody", ["Cats"]) == ["The cat", "sat"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("I sing--This verse to CARYL, Muse! is due:", "I sing This verse to CARYL Muse is due"),
        ("art—still he lives", "art still he lives"),
        ("This, ev'n Belinda", "This ev'n Belinda"),
        ("a well-bred Lord t' assault", "a well-bred Lord t' assault"),
    ],
)
def test_words_of_a_line(line: str, words: str) -> None:
    assert words_of(line) == words.split()


@pytest.mark.parametrize(
    ("line", "verse"),
    [
        ("VIII.   See, thro' this air,", "See, thro' this air,"),
        ("1   Vital spark", "Vital spark"),
        ("P. Yet let me flap this bug", "Yet let me flap this bug"),
        ("But foes like these--P. One Flatt'rer's", "But foes like these--One Flatt'rer's"),
        ("'T is not enough", "'Tis not enough"),
        ("convinc'd 't was fit", "convinc'd 'twas fit"),
        ("I am a cat.", "I am a cat."),
        ("A cat", "A cat"),
        ("can't is", "can't is"),
    ],
)
def test_what_an_edition_adds_is_taken_away(line: str, verse: str) -> None:
    assert as_verse(line) == verse
