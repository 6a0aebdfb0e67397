"""`versebench score RELEASE --model M`: what it prints and writes, and what it refuses."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.pipelines.conftest import Sample
from tests.pipelines.running import Ran, versebench_here


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


def score(release: Path, root: Path, *arguments: str | Path) -> Ran:
    return versebench_here("score", release, "--root", root, "--model", "gpt2-verse", *arguments)


def test_a_page_and_a_table_set_the_model_beside_those_of_the_release(scored: Sample, root: Path) -> None:
    page = root / "mine.html"
    ran = score(scored.release, root, "--task", "swap_lines", "--limit", "8", "--out", page)
    assert ran.code == 0, ran.err
    assert "A selection: 8 of 90 pairs, of the tasks swap_lines.v1, of each task the first 8 in the order" in ran.err
    for heading in (
        "How often the original is preferred, as in RANLP 2021, Table 2",
        "Groups of BLiMP",
        "against each model",
    ):
        assert heading in " ".join(ran.err.split())
    text = page.read_text(encoding="utf-8")
    assert "gpt2-verse (yours) v gpt2-verse" in text
    assert "Small" in text
    score(scored.release, root, "--task", "swap_lines.v1", "--limit", "8", "--out", page)
    assert page.read_text(encoding="utf-8") == text


def test_everything_for_machines(scored: Sample, root: Path) -> None:
    ran = score(scored.release, root, "--task", "swap_lines", "--limit", "8", "--json")
    values = json.loads(ran.out)
    assert values["selection"] == {"tasks": ["swap_lines.v1"], "split": None, "limit": 8, "pairs": 8, "of": 90}
    assert [column["yours"] for column in values["beside"]["columns"]] == [True, False]
    (test,) = [row for row in values["beside"]["comparisons"] if row["reduction"] == "sum"]
    assert (test["only_first"], test["only_second"], test["p_holm"]) == (0, 0, 1.0)
    assert {row["task"] for row in values["beside"]["groups"]} == {"linguistics_term=swap_lines", "field=poetics"}
    assert values["scores"][0]["revision"] == values["beside"]["columns"][0]["revision"]


@pytest.mark.parametrize("option", [("--task", "swap_lines"), ("--split", "test"), ("--limit", "3"), ("--out", "x")])
def test_the_options_of_a_model_need_a_model(option: tuple[str, str]) -> None:
    ran = versebench_here("score", "recipes/sample.yaml", *option)
    assert ran.code == 2
    assert f"{option[0]} needs a model; name it with --model" in " ".join(ran.err.replace("│", "").split())


@pytest.mark.parametrize(
    ("out", "message"), [("", "is a folder; name a file, such as"), ("no/mine.html", "does not exist; make it")]
)
def test_a_page_that_cannot_be_written_is_refused_before_scoring(
    scored: Sample, tmp_path: Path, out: str, message: str
) -> None:
    ran = score(scored.release, tmp_path / "root", "--out", tmp_path / out)
    assert (ran.code, message in ran.message) == (2, True), ran.err
    assert not (tmp_path / "root").exists()


def test_a_release_without_models_has_nothing_beside_which_to_stand(sample: Sample, tmp_path: Path) -> None:
    ran = score(sample.release, tmp_path / "root", "--out", tmp_path / "mine.html")
    assert ran.code == 1
    assert "so there is nothing to set beside your model; leave --out away" in ran.message
    assert not (tmp_path / "mine.html").exists()
