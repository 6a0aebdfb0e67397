"""Marks of contested pairs in a release, and results without them."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.pipelines.conftest import Sample, shared_sample
from tests.pipelines.running import REPOSITORY, files_of, make_release, recipe_values, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner

OWN = {"swap_lines.v1": "sum", "delete_words.v1:words=1": "mean"}
"""The reduction that each task is defined with."""


def values(**changes: Any) -> dict[str, Any]:
    checked = {"models": [{"model": "gpt2-verse"}], "acceptability": {"scorer": {"model": "gpt2-writer"}}}
    return recipe_values(**{**checked, **changes})


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return shared_sample(tmp_path_factory, "marked", values())


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted(folder.glob(f"{table}-*.parquet"))]
    found: list[dict[str, Any]] = pa.concat_tables(tables).to_pylist()
    return found


def task_of(label: str) -> str:
    return next(task for task in OWN if label.startswith(task))


def test_every_pair_is_marked_once_and_none_is_dropped(marked: Sample) -> None:
    pairs, marks = rows(marked.release, "pairs"), rows(marked.release, "acceptability")
    assert sorted(row["pair_id"] for row in marks) == sorted(row["pair_id"] for row in pairs)
    assert all(row["contested"] == (row["margin"] <= 0.0) for row in marks)
    assert {(task_of(row["task"]), row["reduction"]) for row in marks} == set(OWN.items())
    assert {row["model"] for row in marks} == {"gpt2-writer"}
    assert len({row["contested"] for row in marks}) == 2


def test_the_model_that_checks_has_no_scores_or_results_in_the_release(marked: Sample) -> None:
    for table in ("scores", "decisions", "results", "uncontested_results"):
        assert {row["model"] for row in rows(marked.release, table)} == {"gpt2-verse"}


def test_results_without_contested_pairs_count_the_decisions_on_all_others(marked: Sample) -> None:
    contested = {row["pair_id"] for row in rows(marked.release, "acceptability") if row["contested"]}
    pairs, correct = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for row in rows(marked.release, "decisions"):
        if row["pair_id"] not in contested:
            pairs[row["task"], row["reduction"]] += 1
            correct[row["task"], row["reduction"]] += row["correct"]
    results = {(row["task"], row["reduction"]): row for row in rows(marked.release, "uncontested_results")}
    assert {key: row["pairs"] for key, row in results.items()} == pairs
    assert {key: row["correct"] for key, row in results.items()} == +correct
    everything = {(row["task"], row["reduction"]): row["pairs"] for row in rows(marked.release, "results")}
    assert everything.keys() == pairs.keys()
    assert all(everything[key] > count for key, count in pairs.items())


def test_the_card_states_the_contested_share(marked: Sample) -> None:
    marks = [row for row in rows(marked.release, "acceptability") if row["task"].startswith("swap_lines")]
    contested = sum(row["contested"] for row in marks)
    card = (marked.release / "README.md").read_text()
    section = card.split("### Contested pairs")[1]
    [line] = [line for line in section.split("\n") if line.startswith("|") and "swap_lines" in line][:1]
    assert f"| {len(marks)} | {contested} | {100 * contested / len(marks):.1f} % |" in line


def test_two_processes_give_the_same_bytes(marked: Sample, tmp_path: Path) -> None:
    shutil.copytree(marked.root / "validate", tmp_path / "root" / "validate")
    made = make_release(tmp_path, values(), Runner(workers=2, mode="multi_processing"))
    assert files_of(made.folder) == files_of(marked.release)


def test_a_margin_of_the_recipe_marks_more_pairs_and_scores_nothing_again(marked: Sample, tmp_path: Path) -> None:
    shutil.copytree(marked.root, tmp_path / "root")
    scores = {path.name for path in (tmp_path / "root" / "score").iterdir()}
    stricter = values(acceptability={"scorer": {"model": "gpt2-writer"}, "least_margin": 1e6})
    chain = Chain(load_recipe(str(write_recipe(tmp_path, stricter)), []), str(tmp_path / "root"), Runner())
    found = chain.acceptability()
    assert found is not None
    counts = found.marks.manifest.counts
    assert counts["contested"] == counts["in"] == len(rows(marked.release, "pairs"))
    assert {path.name for path in (tmp_path / "root" / "score").iterdir()} == scores


def test_without_scorers_pairs_are_marked_and_there_are_no_results(marked: Sample, tmp_path: Path) -> None:
    shutil.copytree(marked.root, tmp_path / "root")
    recipe = load_recipe(str(write_recipe(tmp_path, values(models=[]))), [])
    chain = Chain(recipe, str(tmp_path / "root"), Runner())
    found = chain.acceptability()
    assert found is not None
    assert not found.marks.made
    assert chain.uncontested() is None


def test_the_model_that_checks_is_no_scorer_under_whatever_name(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "models/resources/gpt2-verse", tmp_path / "innocent")
    recipe = values(acceptability={"scorer": {"model": str(tmp_path / "innocent")}})
    with pytest.raises(RecipeError, match=r"acceptability\.scorer: innocent is also a scorer"):
        Chain(load_recipe(str(write_recipe(tmp_path, recipe)), []), str(tmp_path / "root"), Runner())


@pytest.mark.parametrize(
    "scorer", [{"start": ["given", "absent"]}, {"reductions": ["sum"]}, {"family": "masked"}], ids=str
)
def test_a_check_that_cannot_decide_every_task_is_refused(tmp_path: Path, scorer: dict[str, Any]) -> None:
    recipe = values(acceptability={"scorer": {"model": "gpt2-writer", **scorer}})
    with pytest.raises(RecipeError, match="acceptability"):
        load_recipe(str(write_recipe(tmp_path, recipe)), [])
