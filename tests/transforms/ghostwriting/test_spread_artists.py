"""Verses regrouped by artist: every one is there once, and an artist is read from the files that have a verse of it."""

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from versebench.schemas.ghostwriting import VERSES
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble
from versebench.storage.run import Run
from versebench.transforms.ghostwriting.spread_artists import groups_of, read_note, spread_group, verses_of

NAMES = ("a", "b", "c")


def cut(folder: Path, shards: list[list[str]]) -> tuple[str, Manifest]:
    """A committed run with a verse for each name of each shard."""
    run = Run(str(folder), "verses", "1", len(shards))
    sidecars = []
    for shard, names in enumerate(shards):
        rows = [row(name, f"{name} {shard} {place}") for place, name in enumerate(names)]
        sidecars.append(commit_shard(run, shard, ShardOutput({"verses": VERSES.build_rows(rows)})))
    return run.directory, assemble(run, {}, sidecars)


def row(artist: str, verse: str) -> dict[str, object]:
    numbers = {"first_line": 1, "tokens": 3, "lines": 1}
    texts = {"artist_id": artist, "verse_id": verse, "work_id": verse, "text": f"text of {verse}", "cluster": verse}
    return {**numbers, **texts, "section": None, "own_similarity": None, "own_nearest": None}


def spread(folder: Path, shards: list[list[str]], most_rows: int) -> dict[str, pa.Table]:
    directory, manifest = cut(folder, shards)
    (folder / "spread").mkdir()
    groups = groups_of(manifest, most_rows)
    assert [shard for _, some in groups for shard in some] == list(range(len(shards)))
    notes = [spread_group(number, some, str(folder / "spread"), directory, manifest) for number, some in groups]
    spreads = [read_note(note) for note in notes]
    return {name: verses_of(name, spreads) for name in NAMES}


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(st.sampled_from(NAMES), max_size=6), min_size=1, max_size=5), st.integers(1, 9))
def test_every_verse_is_with_its_artist_once(
    tmp_path_factory: pytest.TempPathFactory, shards: list[list[str]], most_rows: int
) -> None:
    found = spread(tmp_path_factory.mktemp("spread"), shards, most_rows)
    for artist, verses in found.items():
        expected = [f"{name} {shard} {place}" for shard, names in enumerate(shards) for place, name in enumerate(names)]
        assert sorted(verses.column("verse_id").to_pylist()) == sorted(
            verse for verse in expected if verse.startswith(artist)
        )
        assert verses.schema == VERSES.schema
        assert set(verses.column("artist_id").to_pylist()) <= {artist}


def test_groups_have_so_many_rows_at_most_or_one_shard(tmp_path: Path) -> None:
    _, manifest = cut(tmp_path, [["a"] * 3, ["b"] * 2, ["c"] * 9, [], ["a"]])
    assert groups_of(manifest, 5) == [(0, (0, 1)), (1, (2,)), (2, (3, 4))]


def test_an_artist_is_read_only_from_files_that_have_a_verse_of_it(tmp_path: Path) -> None:
    directory, manifest = cut(tmp_path, [["a", "b"], ["b"]])
    notes = [spread_group(number, (number,), str(tmp_path), directory, manifest) for number in (0, 1)]
    spreads = [read_note(note) for note in notes]
    Path(spreads[1].path).unlink()
    assert verses_of("a", spreads).num_rows == 1
    with pytest.raises(FileNotFoundError):
        verses_of("b", spreads)
