from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.pipelines.conftest import shared_sample
from tests.pipelines.running import REPOSITORY, recipe_values
from tests.transforms.near_duplicates.cleaned import cleaned
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.compare import compare, comparisons
from versebench.pipelines.stages.stage import Committed
from versebench.schemas.scores import COMPARISONS
from versebench.transforms.statistics.accuracy import clustered_interval

KEPT, SPACE = "bos-given+line-breaks-kept", "bos-given+line-breaks-space"
MODELS = [{"model": "gpt2-verse"}, {"model": "gpt2-verse", "line_breaks": "space"}]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_sample(tmp_path_factory, "two", recipe_values(models=MODELS)).release


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release in which many poems are units of longer works."""
    path = str(REPOSITORY / "samples/verse/poems.jsonl")
    source = {"name": "verse", "path": path, "format": "jsonl", "licence": "CC0-1.0", "form": "verse"}
    sources = [{**source, "fields": {"form": "form"}}]
    tasks = [{"task": "delete_words.v1", "words": 1, "pairs": 100}]
    values = recipe_values(sources=sources, clean={"profile": "verse"}, tasks=tasks, models=MODELS)
    return shared_sample(tmp_path_factory, "units", values).release


def rows_of(release: Path, table: str) -> list[dict[str, Any]]:
    return [row for file in sorted(release.glob(f"{table}-*.parquet")) for row in pq.read_table(file).to_pylist()]


def test_every_two_series_are_compared_on_each_task_and_reduction(released: Path) -> None:
    rows = pq.read_table(released / "comparisons-00000-of-00001.parquet").to_pylist()
    assert {(row["first_convention"], row["second_convention"]) for row in rows} == {(KEPT, SPACE)}
    assert {(row["task"], row["reduction"]) for row in rows} == {
        ("swap_lines.v1", "sum"),
        ("swap_lines.v1", "mean"),
        *(("delete_words.v1:words=1", reduction) for reduction in ("sum", "mean", "mean_jcls")),
    }


@pytest.mark.parametrize("name", ["released", "units"])
def test_counts_are_those_of_the_decisions_by_work(name: str, request: pytest.FixtureRequest) -> None:
    release: Path = request.getfixturevalue(name)
    works = {poem["work_id"]: poem["parent_id"] or poem["work_id"] for poem in rows_of(release, "poems")}
    assert (len(set(works.values())) < len(works)) == (name == "units")
    right: dict[tuple[str, str, str], set[str]] = {}
    work_of_pair: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in rows_of(release, "decisions"):
        key = row["task"], row["reduction"], row["convention"]
        work_of_pair.setdefault(key, {})[row["pair_id"]] = works[row["work_id"]]
        right.setdefault(key, set()).update({row["pair_id"]} if row["correct"] else ())
    for row in rows_of(release, "comparisons"):
        first, second = (right[row["task"], row["reduction"], convention] for convention in (KEPT, SPACE))
        work_of = work_of_pair[row["task"], row["reduction"], KEPT]
        differences: Counter[str] = Counter()
        for pair in first ^ second:
            differences[work_of[pair]] += 1 if pair in first else -1
        assert row["both_correct"] == len(first & second)
        assert (row["only_first"], row["only_second"]) == (len(first - second), len(second - first))
        assert row["squared_differences"] == sum(difference**2 for difference in differences.values())
        assert row["poems"] == len(set(work_of.values()))
    for row in rows_of(release, "results"):
        key = row["task"], row["reduction"], row["convention"]
        pairs, correct = Counter(work_of_pair[key].values()), Counter(work_of_pair[key][pair] for pair in right[key])
        squares = [sum(factor(work) for work in pairs) for factor in _factors(pairs, correct)]
        interval = clustered_interval(pairs.total(), correct.total(), len(pairs), *squares)
        assert (row["poems"], row["low"], row["high"]) == (len(pairs), interval.low, interval.high)


def _factors(pairs: Counter[str], correct: Counter[str]) -> list[Callable[[str], int]]:
    return [
        lambda work: correct[work] ** 2,
        lambda work: correct[work] * pairs[work],
        lambda work: pairs[work] ** 2,
    ]


def test_a_release_with_comparisons_is_intact_and_its_pages_tell_of_them(released: Path) -> None:
    assert list(verify(str(released))) == []
    assert "comparisons-*-of-*.parquet" in (released / "README.md").read_text()
    assert "a difference between two models" in (released / "report.html").read_text()


def test_one_series_is_compared_with_nothing(tmp_path: Path) -> None:
    poems = Committed(*cleaned(tmp_path, {}, 1), made=False)
    assert compare(str(tmp_path), Runner(), [], poems) is None
    assert comparisons([], None).equals(COMPARISONS.empty())
