"""Releases of a causal model and of all generators: verses are measured, and the documents name the model."""

from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.ghostwriting.recipes import ghostwriting_values, network_values
from tests.pipelines.running import files_of, make_release, versebench, write_recipe
from versebench.models.scorers.identity import identify
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.release.folder.read import stream_release_table

CAUSAL: dict[str, Any] = {
    "generator": "causal.v1",
    "model": "gpt2-writer",
    "examples": [0, 1],
    "verses": 2,
    "most_tokens": 24,
}


def test_a_release_measures_the_verses_and_names_the_model(tmp_path: Path) -> None:
    made = make_release(tmp_path, ghostwriting_values(tmp_path, generators=[CAUSAL]))
    measures = [
        row for part in stream_release_table(made.folder, made.manifest, "measures") for row in part.to_pylist()
    ]
    assert {(row["generator"], row["point"]) for row in measures} == {("causal.v1", 0), ("causal.v1", 1)}
    assert len(measures) == 8
    card = (Path(made.folder) / "README.md").read_text()
    assert identify("gpt2-writer", None).revision in card


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model": "./nowhere"}, "generators.0: the folder ./nowhere does not exist"),
        ({"model": "gpt2-wrter"}, "generators.0: 'gpt2-wrter' is neither a shipped model"),
        ({"adapters": {"Ann": "./nowhere"}}, "generators.0: ./nowhere has no adapter_config.json"),
        ({"example": [1]}, "did you mean 'examples'"),
    ],
)
def test_a_model_that_is_not_there_is_an_error_before_any_work(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    values = ghostwriting_values(tmp_path, generators=[{**CAUSAL, **change}])
    ran = versebench("release", write_recipe(tmp_path, values), "--root", tmp_path / "root")
    assert ran.code == 2
    assert message in " ".join(ran.err.split())
    assert not (tmp_path / "root" / "ingest").exists()


def test_two_workers_write_the_same_bytes_with_all_generators(tmp_path: Path) -> None:
    recipe = load_recipe(str(write_recipe(tmp_path, network_values(tmp_path))), [])
    roots = tmp_path / "one", tmp_path / "two"
    for root, workers in zip(roots, (1, 2), strict=True):
        Chain(recipe, str(root), Runner(workers=workers)).run("points")
    assert len(list(roots[0].glob("write/*"))) == 3
    assert files_of(roots[0]) == files_of(roots[1])
