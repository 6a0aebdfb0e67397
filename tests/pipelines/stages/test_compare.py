from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.pipelines.conftest import shared_sample
from tests.pipelines.running import recipe_values
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.compare import compare, comparisons
from versebench.schemas.scores import COMPARISONS

KEPT, SPACE = "bos-given+line-breaks-kept", "bos-given+line-breaks-space"
MODELS = [{"model": "gpt2-verse"}, {"model": "gpt2-verse", "line_breaks": "space"}]


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_sample(tmp_path_factory, "two", recipe_values(models=MODELS)).release


def test_every_two_series_are_compared_on_each_task_and_reduction(released: Path) -> None:
    rows = pq.read_table(released / "comparisons-00000-of-00001.parquet").to_pylist()
    assert {(row["first_convention"], row["second_convention"]) for row in rows} == {(KEPT, SPACE)}
    assert {(row["task"], row["reduction"]) for row in rows} == {
        ("swap_lines.v1", "sum"),
        ("swap_lines.v1", "mean"),
        *(("delete_words.v1:words=1", reduction) for reduction in ("sum", "mean", "mean_jcls")),
    }


def test_counts_are_those_of_the_decisions_of_all_shards(released: Path) -> None:
    right: dict[tuple[str, str, str], set[str]] = {}
    poems: dict[str, str] = {}
    for file in released.glob("decisions-*.parquet"):
        for row in pq.read_table(file).to_pylist():
            poems[row["pair_id"]] = row["work_id"]
            mine = right.setdefault((row["task"], row["reduction"], row["convention"]), set())
            mine |= {row["pair_id"]} if row["correct"] else set()
    for row in pq.read_table(released / "comparisons-00000-of-00001.parquet").to_pylist():
        first, second = (right[row["task"], row["reduction"], convention] for convention in (KEPT, SPACE))
        differences: dict[str, int] = {}
        for pair in first ^ second:
            differences[poems[pair]] = differences.get(poems[pair], 0) + (1 if pair in first else -1)
        assert row["both_correct"] == len(first & second)
        assert (row["only_first"], row["only_second"]) == (len(first - second), len(second - first))
        assert row["squared_differences"] == sum(difference**2 for difference in differences.values())


def test_a_release_with_comparisons_is_intact_and_its_pages_tell_of_them(released: Path) -> None:
    assert list(verify(str(released))) == []
    assert "comparisons-*-of-*.parquet" in (released / "README.md").read_text()
    assert "a difference between two models" in (released / "report.html").read_text()


def test_one_series_is_compared_with_nothing(tmp_path: Path) -> None:
    assert compare(str(tmp_path), Runner(), []) is None
    assert comparisons([], None).equals(COMPARISONS.empty())
