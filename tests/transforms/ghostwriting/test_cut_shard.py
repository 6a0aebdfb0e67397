"""Works cut into verses by artist, and the parts that are refused."""

from collections import Counter
from dataclasses import replace

from tests.transforms.ghostwriting.works import RULES, song, work, works
from versebench.schemas.ghostwriting import VERSES
from versebench.schemas.poems import REJECTS
from versebench.storage.commit import ShardOutput
from versebench.transforms.ghostwriting.cut_shard import cut_works
from versebench.transforms.ghostwriting.names import Roster, artist_id, artists_of

SONG = song("[Intro]\nyo", "[Verse 1]\nI turn it slow\nI learn to feel", "[Chorus]\nround", "[Verse 2: Bob]\nmine")


def _reasons(output: ShardOutput) -> Counter[str]:
    return Counter(output.tables["rejects"].column("reason").to_pylist())


def _texts(output: ShardOutput) -> list[str]:
    return sorted(output.tables["verses"].column("text").to_pylist())


def test_sections_of_a_song_are_verses_or_refused_with_their_kind() -> None:
    output = cut_works(works(work(SONG, source="songs")), RULES)
    assert _texts(output) == ["I turn it slow\nI learn to feel"]
    assert _reasons(output) == {"not_verse.intro": 1, "not_verse.chorus": 1, "not_verse.guest": 1}
    (verse,) = output.tables["verses"].to_pylist()
    assert (verse["section"], verse["first_line"], verse["tokens"], verse["lines"]) == ("Verse 1", 4, 8, 2)
    assert (output.counts["in"], output.counts["out"], output.counts["rejected.not_verse.guest"]) == (4, 1, 1)


def test_a_poem_is_cut_at_its_stanzas_and_keeps_lines_in_brackets() -> None:
    output = cut_works(works(work("one\n[two\n\nthree")), replace(RULES, most_lines=2))
    assert _texts(output) == ["one\n[two", "three"]


def test_a_guest_with_a_name_in_the_map_is_an_artist() -> None:
    rules = replace(RULES, roster=Roster({"bob": "Robert"}, None))
    output = cut_works(works(work(SONG, source="songs")), rules)
    assert set(output.tables["verses"].column("artist_id").to_pylist()) == {artist_id("Ann"), artist_id("Robert")}
    assert [artist.name for artist in artists_of(output.counts)] == sorted(
        ["Ann", "Robert"], key=lambda name: artist_id(name)
    )


def test_names_differ_neither_by_case_nor_by_white_space() -> None:
    output = cut_works(works(work("one", "Jay  Z"), work("two", "JAY Z")), RULES)
    (artist,) = artists_of(output.counts)
    assert (artist.name, artist.sources) == ("JAY Z", ("poems",))


def test_two_artists_of_one_name_can_be_told_apart_by_their_sources() -> None:
    rules = replace(RULES, roster=Roster({"second:Ann": "Ann the younger"}, None))
    output = cut_works(works(work("one"), work("two", source="second")), rules)
    assert {artist.name: artist.sources for artist in artists_of(output.counts)} == {
        "Ann": ("poems",),
        "Ann the younger": ("second",),
    }


def test_works_without_artist_verse_or_a_closed_heading_are_refused_whole() -> None:
    rows = (
        work("one", None),
        work("two", "  "),
        work("[Verse 1]\n*clink*", source="songs"),
        work("[Verse 1\nx", source="songs"),
    )
    output = cut_works(works(*rows), RULES)
    assert _reasons(output) == {"no_artist": 2, "no_verse": 1, "unclosed_section": 1}
    assert output.counts["in"] == 4


def test_only_named_artists_are_used() -> None:
    rules = replace(RULES, roster=Roster({}, ["ann"]))
    output = cut_works(works(work("one"), work("two", "Ben")), rules)
    assert _texts(output) == ["one"]
    assert _reasons(output) == {"artist_not_named": 1}


def test_rows_are_sorted_and_their_ids_are_unique() -> None:
    output = cut_works(works(*(work(SONG + f"\n{n}", f"Artist {n % 3}", "songs") for n in range(9))), RULES)
    for name, table in (("verses", VERSES), ("rejects", REJECTS)):
        keys = list(zip(*(output.tables[name].column(column).to_pylist() for column in table.key), strict=True))
        assert keys == sorted(set(keys))
