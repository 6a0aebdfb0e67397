"""The split of a corpus: stable from release to release, with near-duplicates on one side."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.pipelines.running import files_of, jsonl_recipe, recipe_values, write_recipe
from tests.transforms.near_duplicates.cleaned import Poems, cleaned, work
from tests.transforms.near_duplicates.poems import limericks, text, with_lines
from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.package import stated_recipe
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.lifecycle.release_folders import release_folder
from versebench.pipelines.plan.runs import run_states
from versebench.pipelines.recipe.recipe import Recipe, load_recipe
from versebench.pipelines.roots.why import why
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.split import NOTE, split
from versebench.pipelines.stages.stage import Committed
from versebench.release.folder.package import Contents, write_release
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_table
from versebench.transforms.near_duplicates.leakage import leaks, sides

THIRDS = {"train": 0.4, "validation": 0.3, "test": 0.3}


def poems(count: int) -> dict[str, str]:
    """Limericks, and of each another one that has its last three lines: too little to be a near-duplicate."""
    some = limericks(count + 1)
    return {
        f"{kind} {place}": text(with_lines(some[place], some[place + 1], *lines))
        for place in range(count)
        for kind, lines in (("own", ()), ("other", (0, 1)))
    }


def between(count: int) -> dict[str, str]:
    """Newcomers, each a near-duplicate of two of these: of its own one and of its other."""
    some = limericks(count + 1)
    return {f"between {place}": text(with_lines(some[place], some[place + 1], 0)) for place in range(count)}


def recipe_of(folder: Path, **changes: Any) -> Recipe:
    values = recipe_values(**{"splits": THIRDS, **changes})
    return load_recipe(str(write_recipe(folder, values)), [])


def split_of(folder: Path, texts: Poems, shards: int, previous: Committed | None = None, **changes: Any) -> Committed:
    """The split of some poems that are cleaned already."""
    run, manifest = cleaned(folder, texts, shards)
    earlier = None if previous is None else Previous(previous.run.directory, previous.manifest)
    recipe = recipe_of(folder, **changes)
    return split(recipe, str(folder), Runner(), Committed(run, manifest, made=True), earlier)


def rows(committed: Committed, table: str) -> list[dict[str, Any]]:
    shards = [
        read_table(committed.run.directory, committed.manifest, table, shard) for shard in range(committed.run.shards)
    ]
    return pa.concat_tables(shards).to_pylist()  # type: ignore[no-any-return]


def side_of(committed: Committed) -> dict[str, str]:
    return {row["work_id"]: row["split"] for row in rows(committed, "splits")}


def test_every_poem_has_a_side_and_neither_shards_nor_a_second_run_change_it(tmp_path: Path) -> None:
    texts = {**poems(12), **between(4)}
    one, three = (split_of(tmp_path / str(shards), texts, shards) for shards in (1, 3))
    assert [rows(one, table) for table in ("poems", "splits", "rejects")] == [
        rows(three, table) for table in ("poems", "splits", "rejects")
    ]
    assert side_of(one).keys() == {work(name) for name in texts}
    assert set(side_of(one).values()) == set(THIRDS)
    together = {name: side_of(one)[work(name)] for name in texts}
    assert all(
        together[f"own {place}"] == together[f"between {place}"] == together[f"other {place}"] for place in range(4)
    )
    assert one.manifest.counts["near_duplicates"] == 12
    before = files_of(three.run.directory)
    assert NOTE not in before
    assert not split_of(tmp_path / "3", texts, 3).made
    assert files_of(three.run.directory) == before


def test_later_releases_keep_what_is_and_refuse_who_would_join_two_sides(tmp_path: Path) -> None:
    old, new = poems(12), between(12)
    first = split_of(tmp_path / "first", old, 2)
    assert first.manifest.counts["near_duplicates"] == 0
    grown = {**new, **{f"new {place}": text(poem) for place, poem in enumerate(limericks(80)[60:])}, **old}
    # Another seed and other shares would draw other sides; who was there stays.
    said = {"seed": 8, "splits": {"train": 1, "validation": 0, "test": 0}}
    second = split_of(tmp_path / "second", grown, 3, first, **said)
    before, after = side_of(first), side_of(second)
    assert {one: after[one] for one in before} == before
    ends = {f"between {place}": {before[work(f"{kind} {place}")] for kind in ("own", "other")} for place in range(12)}
    refused = {row["work_id"]: row for row in rows(second, "rejects")}
    assert refused.keys() == {work(name) for name, found in ends.items() if len(found) == 2}
    assert 0 < len(refused) < 12
    assert all({after[work(name)]} == found for name, found in ends.items() if len(found) == 1)
    place = next(place for place in range(12) if work(f"between {place}") in refused)
    named = [f"{work(f'{kind} {place}')} in {before[work(f'{kind} {place}')]}" for kind in ("own", "other")]
    detail = refused[work(f"between {place}")]["detail"]
    assert refused[work(f"between {place}")]["reason"] == "joins_splits"
    assert all(one in detail for one in named)
    assert {after[work(f"new {place}")] for place in range(20)} == {"train"}
    counts = second.manifest.counts
    assert counts["in"] == len(grown) == counts["out"] + counts["rejected.joins_splits"]
    parts = [read_table(second.run.directory, second.manifest, "splits", shard) for shard in range(3)]
    assert leaks([sides(part) for part in parts]) == []
    third = split_of(tmp_path / "third", grown, 5, second)
    assert [rows(third, table) for table in ("poems", "splits")] == [
        rows(second, table) for table in ("poems", "splits")
    ]


def test_a_lower_threshold_moves_nobody_and_says_how_many_pairs_are_across(tmp_path: Path) -> None:
    old = {**poems(6), **between(6)}
    first = split_of(tmp_path / "first", old, 2, splits={**THIRDS, "similarity": 1.0})
    second = split_of(tmp_path / "second", old, 2, first)
    assert [rows(second, table) for table in ("splits", "rejects")] == [rows(first, "splits"), []]
    side = side_of(first)
    across = sum(
        side[work(f"between {place}")] != side[work(f"{kind} {place}")]
        for place in range(6)
        for kind in ("own", "other")
    )
    assert second.manifest.counts["across"] == across > 0


def test_a_source_that_is_held_out_is_all_test(tmp_path: Path) -> None:
    texts = {**poems(6), **{f"lear/{name}": poem for name, poem in between(3).items()}}
    lear = {"name": "lear", "path": "lear.json", "format": "jsonl", "licence": "CC0-1.0"}
    sources = [{**lear, "name": "s"}, lear]
    made = side_of(split_of(tmp_path, texts, 2, splits={**THIRDS, "held_out": ["lear"]}, sources=sources))
    drawn = side_of(split_of(tmp_path, poems(6), 2, sources=sources))
    near = [f"{kind} {place}" for place in range(3) for kind in ("own", "other", "lear/between")]
    assert {made[work(name)] for name in near} == {"test"}
    assert {one: made[one] for one in map(work, poems(6)) if one not in map(work, near)}.items() <= drawn.items()
    with pytest.raises(RecipeError, match=r"splits\.held_out: unknown source 'leer'\. Choose from: s, lear"):
        recipe_of(tmp_path, splits={**THIRDS, "held_out": ["leer"]}, sources=sources)


def write_source(folder: Path, texts: Mapping[str, str]) -> str:
    path = folder / "poems.jsonl"
    path.write_text("".join(json.dumps({"id": name, "text": poem}) + "\n" for name, poem in texts.items()))
    return str(path)


def write_tables(chain: Chain) -> Previous:
    """A release of assembled tables, without what a validation and a package add."""
    assembled = assemble(chain)
    folder = release_folder(chain.root, chain.recipe.name, chain.recipe.version)
    made_of = {"recipe": stated_recipe(chain.recipe)}
    contents = Contents(assembled.run.directory, assembled.manifest, {}, made_of, {}, lambda _: {})
    return Previous(folder, write_release(folder, contents))


def test_a_release_after_another(tmp_path: Path) -> None:
    """The whole way: refused poems are in no table of the second release, and counts and card say so."""
    old, new = poems(8), between(8)
    shared: dict[str, Any] = {
        "splits": THIRDS,
        "clean": {"filters": [{"filter": "five_lines.v1"}]},
        "tasks": [{"task": "delete_words.v1", "words": 1}],
        "drift": None,
        "previous": "latest",
    }
    root = str(tmp_path / "root")

    def chain_of(version: str, texts: Mapping[str, str]) -> Chain:
        values = jsonl_recipe(write_source(tmp_path, texts), version=version, **shared)
        return Chain(load_recipe(str(write_recipe(tmp_path, values)), []), root, Runner())

    first = write_tables(chain_of("1.0.0", old))
    chain = chain_of("1.1.0", {**old, **new})
    second = release(chain)
    assert run_states(chain.recipe, root).of("split") == "committed"
    before, after = (
        {
            row["work_id"]: row
            for part in stream_release_table(made.folder, made.manifest, "splits")
            for row in part.to_pylist()
        }
        for made in (first, second)
    )
    assert {one: after[one] for one in before} == before
    counts = second.manifest.counts
    assert counts["split/in"] == 24
    assert counts["split/out"] == counts["annotate/in"] == len(after) == 24 - counts["split/rejected"]
    assert 0 < counts["split/rejected"] < 8
    stayed = set(after)
    for table in ("poems", "annotation", "pairs", "outcomes"):
        found = [
            row
            for part in stream_release_table(second.folder, second.manifest, table)
            for row in part["work_id"].to_pylist()
        ]
        assert set(found) <= stayed
    card = (Path(second.folder) / "README.md").read_text()
    assert "Jaccard similarity is at least `0.5`" in card
    refused = next(
        row["work_id"]
        for part in stream_release_table(second.folder, second.manifest, "rejects")
        for row in part.to_pylist()
    )
    steps = [(step.stage, step.outcome) for step in why(root, refused, "small-1.1.0")]
    assert steps == [("ingest", "kept"), ("clean", "kept"), ("split", "rejected")]
    kept = [(step.stage, step.outcome) for step in why(root, next(iter(before)), "small-1.1.0")]
    assert ("split", after[next(iter(before))]["split"]) in kept
