"""The vocabulary filter in a recipe."""

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values, write_recipe
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed

TASKS = [{"task": "swap_lines.v1", "pairs": "all"}]


def corrupted(folder: Path, **changes: Any) -> Committed:
    recipe = load_recipe(str(write_recipe(folder, recipe_values(**{"tasks": TASKS, **changes}))), [])
    return Chain(recipe, str(folder / "root"), Runner()).corrupt()


def test_pairs_with_an_unknown_token_are_not_applicable(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "validate"))
    folder = saved.masked(tmp_path / "tiny-bert")
    models = [{"family": "masked", "model": str(folder)}, {"model": "gpt2-verse"}]
    off, other = corrupted(tmp_path, models=models), corrupted(tmp_path)
    assert off.run == other.run  # the scorers are no input where the filter is off
    on = corrupted(tmp_path, models=models, vocabulary_filter=True)
    assert on.run.run_id != off.run.run_id
    reason = "not_applicable/swap_lines.v1/unknown_token.tiny-bert"
    counts = on.manifest.counts
    assert counts[reason] > 0
    assert reason not in off.manifest.counts
    before, after = (
        {row["work_id"]: row for row in table_of(one.run.directory, "outcomes").to_pylist()} for one in (off, on)
    )
    assert before.keys() == after.keys()
    unknown = [work for work, row in after.items() if row["reason"] == "unknown_token.tiny-bert"]
    assert len(unknown) == counts[reason]
    for work in before:
        assert after[work] == before[work] or work in unknown
    assert {before[work]["outcome"] for work in unknown} == {"pair"}
    pairs = table_of(on.run.directory, "pairs").column("work_id").to_pylist()
    assert set(pairs) == {work for work, row in after.items() if row["outcome"] == "pair"}
    assert sum(value for name, value in counts.items() if name.partition("/")[0] in ("pair", "not_applicable")) == len(
        after
    )


def test_the_filter_can_be_that_of_some_tasks(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "validate"))
    models = [{"family": "masked", "model": str(saved.masked(tmp_path / "tiny-bert"))}]
    two = [*TASKS, {"task": "swap_end_words.v1", "pairs": "all"}]
    of = {
        name: corrupted(tmp_path, models=models, tasks=two, vocabulary_filter=filtered)
        for name, filtered in {"none": False, "one": ["swap_lines.v1"], "all": True}.items()
    }
    assert len({committed.run.run_id for committed in of.values()}) == 3
    refused = {
        name: {
            task: committed.manifest.counts.get(f"not_applicable/{task}/unknown_token.tiny-bert", 0) > 0
            for task in ("swap_lines.v1", "swap_end_words.v1")
        }
        for name, committed in of.items()
    }
    assert refused == {
        "none": {"swap_lines.v1": False, "swap_end_words.v1": False},
        "one": {"swap_lines.v1": True, "swap_end_words.v1": False},
        "all": {"swap_lines.v1": True, "swap_end_words.v1": True},
    }


def test_the_filter_without_a_model_lets_everything_pass(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root, tmp_path / "root", ignore=shutil.ignore_patterns("releases", "validate"))
    assert corrupted(tmp_path, vocabulary_filter=True).run == corrupted(tmp_path).run
