import shutil
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values, versebench_here, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.storage.manifest import read_manifest, read_table


def table_of(directory: str | Path, name: str) -> pa.Table:
    manifest = read_manifest(str(directory))
    assert manifest is not None
    return pa.concat_tables([read_table(str(directory), manifest, name, shard) for shard in range(manifest.shards)])


def test_as_many_pairs_as_were_asked_for(sample: Sample) -> None:
    pairs = table_of(sample.release, "pairs").column("task").to_pylist()
    assert Counter(pairs) == {"swap_lines.v1": 40, "delete_words.v1:words=1": 50}


def test_pairs_and_not_applicable_and_not_sampled_are_all_edits(sample: Sample) -> None:
    outcomes = table_of(sample.release, "outcomes")
    poems = len(table_of(sample.release, "poems"))
    counts = Counter((row["task"], row["outcome"]) for row in outcomes.to_pylist())
    edits = {"swap_lines.v1": 1, "delete_words.v1:words=1": 2}
    for task, each in edits.items():
        assert sum(count for (name, _), count in counts.items() if name == task) == poems * each
    assert counts["swap_lines.v1", "pair"] == 40
    assert counts["delete_words.v1:words=1", "pair"] == 50


def corrupted(sample: Sample, folder: Path, tasks: list[dict[str, object]]) -> pa.Table:
    """The pairs of other tasks over the same poems."""
    shutil.copytree(sample.root, folder / "root", dirs_exist_ok=True, ignore=shutil.ignore_patterns("releases"))
    recipe = load_recipe(str(write_recipe(folder, recipe_values(tasks=tasks))), [])
    return table_of(Chain(recipe, str(folder / "root"), Runner()).corrupt().run.directory, "pairs")


def test_a_smaller_sample_is_part_of_a_larger_one(sample: Sample, tmp_path: Path) -> None:
    few, more, all_ = (
        set(corrupted(sample, tmp_path, [{"task": "swap_lines.v1", "pairs": pairs}]).column("pair_id").to_pylist())
        for pairs in (7, 60, "all")
    )
    assert len(few) == 7
    assert len(more) == 60
    assert few < more < all_


def test_several_edits_of_a_poem_differ(sample: Sample, tmp_path: Path) -> None:
    task = {"task": "delete_words.v1", "words": 1, "pairs": "all", "edits_per_poem": 3}
    pairs = corrupted(sample, tmp_path, [task]).to_pylist()
    by_poem = Counter(pair["work_id"] for pair in pairs)
    assert max(by_poem.values()) == 3
    assert len({(pair["work_id"], pair["corrupted"]) for pair in pairs}) == len(pairs)


def test_more_pairs_than_there_are(sample: Sample, tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, recipe_values(tasks=[{"task": "swap_lines.v1", "pairs": 100_000}]))
    ran = versebench_here("corrupt", recipe, "--root", tmp_path / "root")
    assert ran.code == 1
    assert ran.message.startswith("versebench: swap_lines.v1: the recipe asks for 100000 pairs, but ")
    assert ran.message.strip().endswith(" can be made; ask for fewer, or set pairs: all")
    with pytest.raises(DataError, match=r"the recipe asks for 100000 pairs, but only 2[0-9][0-9] can be made"):
        corrupted(sample, tmp_path, [{"task": "swap_lines.v1", "pairs": 100_000}])
