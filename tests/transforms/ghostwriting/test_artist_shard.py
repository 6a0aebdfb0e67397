"""The verses of one artist: what is kept and refused, clusters, rhymes and figures."""

from dataclasses import replace
from typing import Any

import pytest

from tests.transforms.ghostwriting.works import RULES, work, works
from versebench.expectations.shard import validate_shard
from versebench.schemas.ghostwriting import ARTISTS, SYLLABLES, VERSES
from versebench.transforms.ghostwriting.artist_shard import ArtistRules, gather_artist
from versebench.transforms.ghostwriting.cut_shard import cut_works
from versebench.transforms.ghostwriting.names import Artist, artists_of
from versebench.transforms.ghostwriting.rhymes import RhymeRules

RHYMES = RhymeRules("cmudict", guesses=True, detector="verse-rhymes.v1", weighting="evenness")
KEPT = ArtistRules(4, 2, "verse-words.v1", "smooth.v1", 0.5, RHYMES)
CAT = "the cat sat on the mat\na rat in a hat"
NEAR = CAT + " now"
SEA = "we row the boat across the sea\nthe wind is blowing over me"


def _rows(*texts: str) -> tuple[Artist, list[dict[str, Any]]]:
    output = cut_works(works(*map(work, texts)), RULES)
    rows = sorted(output.tables["verses"].to_pylist(), key=lambda row: str(row["verse_id"]))
    return artists_of(output.counts)[0], rows


def test_short_and_equal_verses_are_refused() -> None:
    artist, rows = _rows(CAT, SEA, "one two three")
    long = [row for row in rows if row["tokens"] > 3]
    output = gather_artist(artist, [*rows, {**long[0], "verse_id": "f" * 20, "work_id": "e" * 20}], KEPT)
    assert output.counts == {"in": 4, "out": 2, "rejected.too_short": 1, "rejected.duplicate_verse": 1, "artists": 1}
    assert output.tables["verses"].column("verse_id").to_pylist() == [row["verse_id"] for row in long]


def test_an_artist_with_too_few_verses_has_rejects_only() -> None:
    artist, rows = _rows(CAT, SEA)
    output = gather_artist(artist, rows, replace(KEPT, fewest_verses=3))
    assert output.counts == {"in": 2, "out": 0, "rejected.too_few_verses": 2, "artists": 0}
    assert [len(output.tables[name]) for name in ("verses", "syllables", "artists", "rejects")] == [0, 0, 0, 2]


def test_a_near_duplicate_is_in_one_cluster_and_is_not_the_nearest_verse() -> None:
    artist, rows = _rows(CAT, NEAR, SEA)
    verses = {row["text"]: row for row in gather_artist(artist, rows, KEPT).tables["verses"].to_pylist()}
    assert verses[CAT]["cluster"] == verses[NEAR]["cluster"] == min(verses[CAT]["verse_id"], verses[NEAR]["verse_id"])
    assert verses[CAT]["own_nearest"] == verses[SEA]["verse_id"]
    apart = gather_artist(artist, rows, replace(KEPT, near=1.0)).tables["verses"].to_pylist()
    assert {row["text"]: row["own_nearest"] for row in apart}[CAT] == verses[NEAR]["verse_id"]


def test_figures_follow_from_the_verses() -> None:
    artist, rows = _rows(CAT, SEA, "too short")
    tables = gather_artist(artist, rows, KEPT).tables
    (figures,) = tables["artists"].to_pylist()
    assert (figures["name"], figures["verses"], figures["verses_before_filter"]) == ("Ann", 2, 3)
    assert (figures["tokens"], figures["tokens_before_filter"]) == (11 + 13, 11 + 13 + 2)
    densities = tables["syllables"].column("density").to_pylist()
    assert figures["density"] == pytest.approx(sum(densities) / 2)
    assert figures["density"] > 0.1
    assert sum(figures[f"rhymed_{length}"] for length in (1, 2, 3)) == sum(tables["syllables"]["rhymed"].to_pylist())


def test_a_verse_without_a_word_has_no_density() -> None:
    artist, rows = _rows(CAT, SEA, "🎤 🎤 🎤 🎤\n🎤")
    tables = gather_artist(artist, rows, KEPT).tables
    assert tables["syllables"].column("density").null_count == 1
    assert tables["artists"].column("density").null_count == 0


def test_the_tables_meet_their_suites() -> None:
    artist, rows = _rows(CAT, NEAR, SEA)
    tables = gather_artist(artist, rows, KEPT).tables
    for table in (VERSES, SYLLABLES, ARTISTS):
        assert tables[table.name].schema.equals(table.schema)
    verdicts = validate_shard(0, 1, {name: tables[name] for name in ("verses", "syllables", "artists")}, {})
    assert [verdict for verdict in verdicts if not verdict.success] == []
