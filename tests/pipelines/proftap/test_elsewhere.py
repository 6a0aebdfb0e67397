"""Poems of a model and of a file, on Flink, from and to an object store, and by two workers: the same bytes."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.missing import missing
from tests.pipelines.proftap.recipes import SAMPLE, proftap_values
from tests.pipelines.running import files_of, write_recipe
from tests.s3_server import S3Server
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.flink.jars import JOB_SERVER
from versebench.pipelines.runners.runner import Runner

FLINK = ("--runner=FlinkRunner", "--flink_master=[local]")
MODEL = {"poet": "causal.v1", "name": "gpt2-tang", "model": "gpt2-tang", "most_tokens": 64, "prompt": "title_form.v1"}


@dataclass(frozen=True)
class Here:
    """A release by one worker, its files, and its recipe."""

    values: dict[str, Any]
    files: dict[str, bytes]

    def made_at(self, folder: Path, root: str, runner: Runner, **changes: Any) -> str:
        """The folder of the release that a runner makes at a root."""
        recipe = load_recipe(str(write_recipe(folder, {**self.values, **changes})), [])
        return str(release(Chain(recipe, root, runner)).folder)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Here:
    folder = tmp_path_factory.mktemp("here")
    values = proftap_values(folder, titles={"number": 4})
    values["poets"].append(MODEL)
    made = Here(values, {})
    return Here(values, files_of(made.made_at(folder, str(folder / "root"), Runner())))


def differing(made: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    """The names of files that are in one release only, or have other bytes."""
    return sorted(name for name in made.keys() | wanted.keys() if made.get(name) != wanted.get(name))


def test_two_workers(here: Here, tmp_path: Path) -> None:
    folder = here.made_at(tmp_path, str(tmp_path / "root"), Runner(workers=2))
    assert differing(files_of(folder), here.files) == []


def test_embedded_flink(here: Here, tmp_path: Path) -> None:
    if shutil.which("java") is None or not JOB_SERVER.is_file():
        missing(f"needs a JDK 17 and {JOB_SERVER}, which make flink builds with Maven")
    folder = here.made_at(tmp_path, str(tmp_path / "root"), Runner(beam_args=FLINK))
    assert differing(files_of(folder), here.files) == []


def test_from_and_to_an_object_store(here: Here, s3: S3Server, tmp_path: Path) -> None:
    s3.bucket("proftap")
    s3.api().put_object(Bucket="proftap", Key="poems.json", Body=SAMPLE.read_bytes())
    sources = [{**here.values["sources"][0], "path": "s3://proftap/poems.json"}]
    folder = here.made_at(tmp_path, "s3://proftap/root", Runner(), sources=sources)
    assert differing(s3.files(folder), here.files) == []
    assert list(verify(folder)) == []
