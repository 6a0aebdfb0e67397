"""A generator of another package writes in a release: the module that CONTRIBUTING.md prints, and an entry point."""

import re
from pathlib import Path

import pytest

from tests.pipelines.ghostwriting.recipes import ghostwriting_values
from tests.pipelines.running import REPOSITORY, versebench, write_recipe
from tests.pipelines.test_other_packages import install
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_manifest


def module() -> str:
    blocks: list[str] = re.findall(r"```python\n(.*?)```", (REPOSITORY / "CONTRIBUTING.md").read_text(), re.DOTALL)
    return next(block for block in blocks if "@ghostwriter" in block)


def test_a_generator_of_another_package_writes_for_every_artist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, {"copyist": module()})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    values = ghostwriting_values(tmp_path, generators=[{"generator": "copyist.v1", "verses": 2}])
    ran = versebench("release", write_recipe(tmp_path, values), "--root", tmp_path / "root")
    assert ran.code == 0, ran.err
    [folder] = (tmp_path / "root" / "releases").glob("*/1.0.0")
    assert versebench("verify", folder).code == 0
    manifest = read_manifest(str(folder))
    assert manifest is not None
    measures = [row for table in stream_release_table(str(folder), manifest, "measures") for row in table.to_pylist()]
    assert len(measures) == 4
    assert {row["generator"] for row in measures} == {"copyist.v1"}
    assert all(row["copied_share"] == 1 and row["similarity"] == pytest.approx(1) for row in measures)
