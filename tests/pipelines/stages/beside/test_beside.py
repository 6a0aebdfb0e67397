"""A user's model beside the models of a release: selections, accuracies and paired tests against plain Python."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from scipy.stats import binomtest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.pipelines.conftest import Sample
from tests.pipelines.scoring import decisions, scorer, table
from tests.pipelines.split_release import split_of, with_splits, write_split_release
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.beside.selection import Selection, full_names
from versebench.pipelines.stages.score_pairs import ScoredPairs, score_beside
from versebench.storage.manifest import read_table
from versebench.transforms.tasks.registry import TASKS

SWAP, DELETE = "swap_lines.v1", "delete_words.v1:words=1"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved.causal(tmp_path_factory.mktemp("models") / "tiny-gpt2", context=400)


@pytest.fixture(scope="module")
def split_release(scored: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release again, with splits, and with its table of results, which is not among those of the shards."""
    folder = tmp_path_factory.mktemp("split") / "release"
    results = read_table(str(scored.release), scored.released.manifest, "results", 0)

    def changed(shard: int, tables: dict[str, pa.Table]) -> dict[str, pa.Table]:
        return {**with_splits(shard, tables), "results": results.slice(0, None if shard == 0 else 0)}

    write_split_release(scored, folder, changed)
    return folder


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def whole(scored: Sample, tiny: Path, root: Path) -> ScoredPairs:
    return beside(scored.release, tiny, root)


def beside(release: Path, model: str | Path, root: Path, selection: Selection = Selection()) -> ScoredPairs:  # noqa: B008
    return score_beside(str(release), [scorer(model)], selection, str(root), Runner())


def of_release(scored: Sample) -> dict[tuple[str, str], dict[str, Any]]:
    """The release's decisions by pair and reduction."""
    manifest = scored.released.manifest
    tables = [read_table(str(scored.release), manifest, "decisions", shard) for shard in range(manifest.shards)]
    return {(row["pair_id"], row["reduction"]): row for each in tables for row in each.to_pylist()}


def row_of(rows: list[dict[str, Any]], **values: str) -> dict[str, Any]:
    (found,) = [row for row in rows if all(row[name] == value for name, value in values.items())]
    return found


# --- beside


def test_the_models_of_a_release_have_its_own_results_if_nothing_is_selected(
    scored: Sample, whole: ScoredPairs
) -> None:
    assert whole.beside is not None
    theirs = [row for row in whole.beside.results if row["model"] == "gpt2-verse"]
    released = read_table(str(scored.release), scored.released.manifest, "results", 0).to_pylist()
    names = ("task", "reduction", "pairs", "poems", "correct", "ties", "accuracy", "low", "high")

    def figures(rows: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
        return {tuple(row[name] for name in names) for row in rows}

    assert figures(theirs) == figures(released)
    assert [(column.name, column.yours) for column in whole.beside.columns] == [
        ("tiny-gpt2 (yours)", True),
        ("gpt2-verse", False),
    ]


def test_the_same_model_decides_alike(scored: Sample, root: Path) -> None:
    done = beside(scored.release, "gpt2-verse", root)
    assert done.beside is not None
    mine, theirs = (
        {(row["task"], row["reduction"]): row["correct"] for row in done.beside.results if row["model"] == name}
        for name in ("gpt2-verse (yours)", "gpt2-verse")
    )
    assert mine == theirs
    assert {(row["only_first"], row["only_second"], row["p_holm"]) for row in done.beside.comparisons} == {(0, 0, 1.0)}


def test_paired_tests_count_pairs_that_only_one_decides_correctly(scored: Sample, whole: ScoredPairs) -> None:
    assert whole.beside is not None
    mine, theirs = decisions(whole.series[0]), of_release(scored)
    test = row_of(whole.beside.comparisons, task=SWAP, reduction="sum")
    pairs = [key for key in mine if mine[key]["task"] == SWAP and key[1] == "sum"]
    only_mine = sum(mine[key]["correct"] and not theirs[key]["correct"] for key in pairs)
    only_theirs = sum(theirs[key]["correct"] and not mine[key]["correct"] for key in pairs)
    assert (test["pairs"], test["only_first"], test["only_second"]) == (len(pairs), only_mine, only_theirs)
    assert only_mine + only_theirs > 0
    assert test["p_exact"] == pytest.approx(binomtest(only_mine, only_mine + only_theirs).pvalue)


def test_groups_of_blimp_count_each_pair_once_under_its_own_reduction(whole: ScoredPairs) -> None:
    assert whole.beside is not None
    mine = decisions(whole.series[0])
    own = {key: row for key, row in mine.items() if TASKS[row["task"].partition(":")[0]].reduction == key[1]}
    for group, stem in (("field=poetics", ""), ("linguistics_term=swap_lines", "swap_lines.")):
        rows = [row for row in own.values() if row["task"].startswith(stem)]
        counted = row_of(whole.beside.groups, task=group, model="tiny-gpt2 (yours)")
        assert (counted["pairs"], counted["correct"]) == (len(rows), sum(row["correct"] for row in rows))
        assert counted["low"] < counted["accuracy"] < counted["high"]
        assert counted["poems"] == len({row["work_id"] for row in rows})


# --- a selection


def test_the_accuracy_of_a_selection_is_that_of_filtered_decisions_of_the_whole(
    split_release: Path, tiny: Path, whole: ScoredPairs, scored: Sample, root: Path
) -> None:
    selection = Selection((DELETE,), "train", 9)
    done = beside(split_release, tiny, root, selection)
    assert done.beside is not None
    every = sorted(
        row["pair_id"]
        for row in table(whole.selected.pairs, "pairs").to_pylist()
        if row["task"] == DELETE and split_of(row["work_id"]) == "train"
    )
    taken = set(every[:9])
    assert len(taken) == 9
    assert set(table(done.selected.pairs, "pairs").column("pair_id").to_pylist()) == taken
    sources: Mapping[str, dict[tuple[str, str], dict[str, Any]]] = {
        "tiny-gpt2 (yours)": decisions(whole.series[0]),
        "gpt2-verse": of_release(scored),
    }
    for model, decided in sources.items():
        for reduction in {key[1] for key in decided}:
            rows = [row for key, row in decided.items() if key[0] in taken and key[1] == reduction]
            if rows:
                counted = row_of(done.beside.results, task=DELETE, model=model, reduction=reduction)
                assert counted["accuracy"] == sum(row["correct"] for row in rows) / len(rows)


def test_another_selection_is_another_run_and_the_same_one_is_not_made_again(
    scored: Sample, tiny: Path, root: Path, whole: ScoredPairs
) -> None:
    runs = [
        beside(scored.release, tiny, root, selection)
        for selection in (Selection((SWAP,)), Selection((SWAP,), limit=5), Selection((SWAP,), limit=6))
    ]
    places = {done.series[0].scores.run.directory for done in [*runs, whole]}
    assert len(places) == 4
    again = beside(scored.release, tiny, root, Selection(("swap_lines",), limit=5))
    assert again.series[0].scores.run == runs[1].series[0].scores.run
    assert not again.series[0].scores.made
    assert [done.selected.count for done in runs[1:]] == [5, 6]


def test_names_of_tasks_may_lack_parameters_and_versions() -> None:
    present = ("delete_words.v1:words=1", "delete_words.v1:words=2", "swap_lines.v1", "swap_lines.v2")
    assert full_names(["delete_words.v1"], present) == present[:2]
    assert full_names(["delete_words:words=2"], present) == present[1:2]
    assert full_names(["swap_lines", "swap_lines.v1"], present) == present[2:]
    assert full_names([], present) == ()


# --- what cannot be selected or compared


@pytest.mark.parametrize(
    ("selection", "error", "message"),
    [
        (Selection(("swp_lines",)), RecipeError, r"--task: unknown task 'swp_lines'; did you mean 'swap_lines'\?"),
        (Selection(("delete_words.v2",)), RecipeError, r"did you mean 'delete_words.v1'\? Choose from: delete_words"),
        (Selection((), "tests"), RecipeError, r"--split: unknown split 'tests'; did you mean 'test'\? Choose from"),
        (Selection((), "test"), DataError, "has no table of splits; leave --split away"),
    ],
    ids=str,
)
def test_an_impossible_selection_is_refused_with_what_is_possible(
    scored: Sample, root: Path, selection: Selection, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        beside(scored.release, "gpt2-verse", root, selection)


def test_a_release_without_decisions_has_nothing_to_compare_with(sample: Sample, tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has no tables of decisions and results, so there is nothing to set beside"):
        score_beside(str(sample.release), [scorer(tiny)], Selection(), str(tmp_path), Runner(), must_compare=True)
    assert not (tmp_path / "score").exists()
    assert beside(sample.release, tiny, tmp_path, Selection((SWAP,), limit=2)).beside is None
    shutil.rmtree(tmp_path)
