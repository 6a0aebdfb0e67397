"""What is built from this tree, installed apart from it and run from an empty folder."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

REPOSITORY = Path(__file__).parents[1]
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "requirements.lock", "sbom.cdx.json")
SHIPPED = ("recipes/sample.yaml", "samples/limericks.json")
ROOMS = sorted(path.name for path in (REPOSITORY / "versebench").iterdir() if path.is_symlink())

READ = (
    "expectations/data_docs.css",
    "expectations/suites/poems.json",
    "models/resources/gpt2-verse/model.safetensors",
    "models/scorers/xlnet/padding.txt",
    "pipelines/commands/web/static/poem.css",
    "pipelines/commands/web/templates/poem.html",
    "pipelines/recipe/sample/limericks.json",
    "pipelines/recipe/sample/sample.yaml",
    "release/folder/requirements.lock",
    "release/folder/sbom.cdx.json",
    "release/templates/report.html",
)
"""Some of the files that the code reads and that are no modules."""

MOST_BYTES = 60_000_000
"""The largest wheel."""

RECIPE = {
    "name": "tiny",
    "version": "1.0.0",
    "title": "Tiny",
    "creators": ["tests"],
    "licence": "CC0-1.0",
    "seed": 7,
    "sources": [{"name": "mine", "path": "poems.jsonl", "format": "jsonl", "licence": "CC0-1.0"}],
    "clean": {"profile": "ranlp2021"},
    "tasks": [{"task": "swap_lines.v1", "pairs": 5}],
    "models": [{"model": "gpt2-verse"}],
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build reads of the tree, copied: a build leaves files beside its source."""
    folder = tmp_path_factory.mktemp("source")
    for name in (*FILES, *SHIPPED):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / name, folder / name)
    for name in ("versebench", *ROOMS):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(REPOSITORY / name, folder / name, symlinks=True, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the tree."""
    return build_wheel(source, tmp_path_factory.mktemp("wheel"))


def build_wheel(source: Path, folder: Path) -> Path:
    """The wheel of a source, built with the packages of this environment and no others."""
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", "wheel", *options, source, cwd=folder)
    [path] = folder.glob("*.whl")
    return path


def run(*command: str | Path, cwd: Path) -> str:
    """What a command writes, in an environment whose Python finds nothing by itself; fails if the command does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    ran = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def contents(wheel: Path) -> dict[str, int]:
    """The checksum of each file of a wheel, but for those that describe the wheel."""
    with ZipFile(wheel) as archive:
        return {file.filename: file.CRC for file in archive.infolist() if ".dist-info/" not in file.filename}


# --- what is in it


def test_the_wheel_holds_the_files_of_the_package_and_nothing_more(source: Path, wheel: Path) -> None:
    package = source / "versebench"
    files = {
        str(path.relative_to(source)) for room in ROOMS for path in (package / room).glob("**/*") if path.is_file()
    }
    assert set(contents(wheel)) == files | {"versebench/__init__.py", "versebench/__main__.py"}
    assert files.issuperset(f"versebench/{name}" for name in READ)


def test_the_wheel_is_small_and_describes_itself(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES
    with ZipFile(wheel) as archive:
        [path] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        described = message_from_bytes(archive.read(path))
    assert described["Description-Content-Type"] == "text/markdown"
    text = described.get_payload(decode=True)
    assert isinstance(text, bytes)
    assert text.decode().strip() == (REPOSITORY / "README.md").read_text(encoding="utf-8").strip()
    assert "Typing :: Typed" in described.get_all("Classifier", [])
    assert {"score", "release", "serve", "studies", "gcp"} <= set(described.get_all("Provides-Extra", []))
    assert described.get_all("Project-URL")


def test_the_sdist_gives_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    program = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", program, tmp_path, cwd=source)
    [path] = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        assert not [member.name for member in archive if member.issym() or member.islnk()]
        archive.extractall(tmp_path, filter="data")
    assert contents(build_wheel(path.with_suffix("").with_suffix(""), tmp_path)) == contents(wheel)


# --- installed


@dataclass(frozen=True)
class Installation:
    """An environment with the wheel, and an empty folder to work in."""

    environment: Path
    folder: Path

    def run(self, name: str, *arguments: str | Path) -> str:
        """What a program of the environment writes."""
        return run(self.environment / "bin" / name, *arguments, cwd=self.folder)


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel in an environment of its own, which finds the packages of this one but not this tree.

    A ``.pth`` file names the folder of packages, and Python follows no ``.pth`` file of a folder that is named so:
    neither that of the editable installation.
    """
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, symlinks=True)
    options = ("--no-deps", "--no-index", "--quiet")
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=environment)
    [packages] = environment.glob("lib/python*/site-packages")
    others = [path for path in sys.path if Path(path).name == "site-packages"]
    (packages / "others.pth").write_text("\n".join(others) + "\n")
    return Installation(environment, tmp_path_factory.mktemp("empty"))


def test_the_package_has_one_name(installation: Installation) -> None:
    program = (
        "import importlib.util, sys, versebench.models; print(versebench.models.__file__);"
        f"print(*[name for name in {ROOMS} if importlib.util.find_spec(name)])"
    )
    path, *found = installation.run("python", "-c", program).split()
    assert Path(path).is_relative_to(installation.environment)
    assert found == []


def test_a_release_is_made_and_verified_from_an_empty_folder(installation: Installation) -> None:
    """With a scorer, validation and pages: what is shipped of models, suites and templates is read."""
    poems = json.loads((REPOSITORY / "samples" / "limericks.json").read_text())[:40]
    rows = [json.dumps({"id": str(poem["id"]), "text": poem["limerick"]}) for poem in poems]
    (installation.folder / "poems.jsonl").write_text("\n".join(rows) + "\n")
    (installation.folder / "recipe.yaml").write_text(yaml.safe_dump(RECIPE))
    installation.run("versebench", "release", "recipe.yaml", "--root", "root", "--workers", "2")
    installation.run("versebench", "verify", "root/releases/tiny/1.0.0")
    assert (installation.folder / "root/releases/tiny/1.0.0/report.html").is_file()


def test_the_sample_is_written_and_planned_from_an_empty_folder(installation: Installation) -> None:
    installation.run("versebench", "sample", "tried")
    folder = installation.folder / "tried"
    written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert written == {name: (REPOSITORY / name).read_bytes() for name in SHIPPED}
    tried = Installation(installation.environment, folder)
    plan = json.loads(tried.run("versebench", "release", "recipes/sample.yaml", "--dry-run", "--json"))
    assert plan["name"] == "bpomp-sample"
    scanned = json.loads(tried.run("versebench", "scan", "There was an old man with a beard", "--json"))
    assert scanned["words"][-1]["phones"] == "B IH1 R D"
