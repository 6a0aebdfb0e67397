"""A poet of another package writes in a release: the module that CONTRIBUTING.md prints, and an entry point."""

import re
from pathlib import Path

import pytest

from tests.pipelines.proftap.recipes import proftap_values
from tests.pipelines.running import REPOSITORY, versebench, write_recipe
from tests.pipelines.test_other_packages import install
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_manifest


def module() -> str:
    blocks: list[str] = re.findall(r"```python\n(.*?)```", (REPOSITORY / "CONTRIBUTING.md").read_text(), re.DOTALL)
    return next(block for block in blocks if "@poet" in block)


def test_a_poet_of_another_package_writes_for_every_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, {"dice": module()})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    values = proftap_values(tmp_path, poets=[{"poet": "dice.v1", "name": "dice", "couplets": 4}])
    ran = versebench("release", write_recipe(tmp_path, values), "--root", tmp_path / "root")
    assert ran.code == 0, ran.err
    [folder] = (tmp_path / "root" / "releases").glob("*/1.0.0")
    assert versebench("verify", folder).code == 0
    manifest = read_manifest(str(folder))
    assert manifest is not None
    poems = [row for table in stream_release_table(str(folder), manifest, "test_poems") for row in table.to_pylist()]
    written = [poem for poem in poems if poem["writer"] == "dice"]
    assert len(written) == len({poem["text"] for poem in written}) == 12
    assert {(poem["lines"], poem["yan"]) for poem in written} == {(8, "5-yan")}
