"""Recipes over the sample corpus, the command line as a process of its own, and the files of folders."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.commands.app import app, guarded
from versebench.pipelines.lifecycle.release import Released, release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.storage import root_lock

REPOSITORY = Path(__file__).parents[2]
SAMPLE = REPOSITORY / "samples" / "limericks.json"
VERSEBENCH = Path(sys.executable).parent / "versebench"

TASKS = (
    {"task": "swap_lines.v1", "pairs": 40},
    {"task": "delete_words.v1", "words": 1, "pairs": 50, "edits_per_poem": 2},
)


def recipe_values(**changes: Any) -> dict[str, Any]:
    """A recipe of three shards and few pairs, without a model."""
    values: dict[str, Any] = {
        "name": "small",
        "version": "1.0.0",
        "title": "Small",
        "creators": ["tests"],
        "licence": "CC0-1.0",
        "seed": 7,
        "sources": [{"name": "sample", "path": str(SAMPLE), "format": "oedilf-json", "licence": "CC0-1.0"}],
        "ingest": {"rows_per_shard": 90},
        "clean": {"profile": "ranlp2021"},
        "tasks": list(TASKS),
    }
    return {**values, **changes}


def jsonl_recipe(path: str, **changes: Any) -> dict[str, Any]:
    """A recipe over a file of one object a line."""
    source = {"name": "mine", "path": path, "format": "jsonl", "licence": "CC0-1.0"}
    return recipe_values(**{"sources": [source], **changes})


def write_recipe(folder: Path, values: Mapping[str, Any]) -> Path:
    """A recipe in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(dict(values), allow_unicode=True))
    return path


def make_release(folder: Path, values: Mapping[str, Any], runner: Runner | None = None) -> Released:
    """A release made in this process, under ``folder/root``."""
    recipe = load_recipe(str(write_recipe(folder, values)), [])
    return release(Chain(recipe, str(folder / "root"), runner or Runner()))


def sample_rows() -> list[dict[str, Any]]:
    """The rows of the sample corpus."""
    rows: list[dict[str, Any]] = json.loads(SAMPLE.read_text())
    return rows


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """The last message to the user, without the progress bars."""
        return self.err[self.err.index("versebench: ") :] if "versebench: " in self.err else ""


def versebench(*arguments: str | Path, prefix: Sequence[str] = (), cwd: Path = REPOSITORY, timeout: float = 600) -> Ran:
    """Run the command as a user does."""
    command = [*prefix, str(VERSEBENCH), *map(str, arguments)]
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=timeout, env=environment)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def versebench_here(*arguments: str | Path) -> Ran:
    """Run a command in this process, which has the imports already.

    Roots are not locked, as that would be until this process ends.
    """
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(root_lock, "lock_root", lambda *_: None)
        patch.setattr(sys, "argv", ["versebench", *map(str, arguments)])
        try:
            code = guarded(app)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


def files_of(folder: str | Path) -> dict[str, bytes]:
    """The content of every file below a folder, by its path there."""
    base = Path(folder)
    return {str(path.relative_to(base)): path.read_bytes() for path in sorted(base.rglob("*")) if path.is_file()}


def times_of(folder: str | Path) -> dict[str, int]:
    """When each file and folder below a folder was last changed."""
    return {str(path): path.stat().st_mtime_ns for path in Path(folder).rglob("*")}


def temporary_of(folder: str | Path) -> list[Path]:
    """What is left of attempts below a folder."""
    return [path for path in Path(folder).rglob("*") if path.name.endswith(".tmp") or path.name.startswith("spill")]
