"""A small release that nothing disturbs, and what must be true of one that something did."""

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.pipelines.running import files_of, make_release, recipe_values, temporary_of, write_recipe
from versebench.pipelines.lifecycle.release import Released
from versebench.storage.filesystem import is_attempt

VALUES = recipe_values(
    ingest={"rows_per_shard": 150},
    tasks=[{"task": "swap_lines.v1", "pairs": 40}, {"task": "delete_words.v1", "words": 1, "pairs": 50}],
)


@dataclass(frozen=True)
class Undisturbed:
    """A release and its root, to compare with."""

    folder: Path
    released: Released

    @staticmethod
    def made(folder: Path) -> "Undisturbed":
        """Make it under ``folder``."""
        return Undisturbed(folder, make_release(folder, VALUES))

    @property
    def root(self) -> Path:
        """Its root."""
        return self.folder / "root"

    def stage(self, name: str) -> Path:
        """The release, or the run of a stage."""
        if name == "release":
            return Path(self.released.folder)
        (run,) = (path for path in (self.root / name).iterdir() if path.is_dir())
        return run

    def copied(self, stage: str, folder: Path) -> Path:
        """A copy of it."""
        return Path(shutil.copytree(self.stage(stage), folder))

    def begun(self, folder: Path, done: tuple[str, ...] = ("validate",)) -> "Trial":
        """A trial in which some stages are done: validation, the slowest, at least."""
        for stage in done:
            shutil.copytree(self.root / stage, folder / "root" / stage)
        return Trial(self, folder, write_recipe(folder, VALUES))


@dataclass(frozen=True)
class Trial:
    """A root on which a fault is tried."""

    undisturbed: Undisturbed
    folder: Path
    recipe: Path

    @property
    def root(self) -> Path:
        """Its root."""
        return self.folder / "root"

    def check_commits(self) -> None:
        """No manifest names a shard that is not whole. A folder that has no final name yet commits nothing."""
        for path in self.root.rglob("manifest.json"):
            if is_attempt(path.parent.name):
                continue
            for name, digest in committed_files(path).items():
                content = (path.parent / name).read_bytes()
                assert hashlib.sha256(content).hexdigest() == digest, f"{path} names {name}, which is not whole"

    def completed(self) -> int:
        """Complete the release; the rows that were lost. The bytes are those of the undisturbed one."""
        self.check_commits()
        return self.compared(make_release(self.folder, VALUES))

    def compared(self, made: Released) -> int:
        """The rows that a release lost. Its bytes are those of the undisturbed one, and nothing else is left."""
        wanted = self.undisturbed.released
        lost = sum(
            entry.rows - (made.manifest.tables[name].rows if name in made.manifest.tables else 0)
            for name, entry in wanted.manifest.tables.items()
        )
        assert files_of(made.folder) == files_of(wanted.folder), "the release has other bytes"
        assert temporary_of(self.root) == []
        one, other = files_of(self.root), files_of(self.undisturbed.root)
        assert one.keys() == other.keys(), one.keys() ^ other.keys()
        assert [name for name in one if one[name] != other[name] and not name.startswith("records/")] == []
        return lost


def committed_files(manifest: Path) -> Mapping[str, str]:
    """The files that a manifest names, with their sha256."""
    value: dict[str, Any] = json.loads(manifest.read_text())
    files = [file for table in value["tables"].values() for file in table["files"]]
    return {file["name"]: file["sha256"] for file in (*files, *value["documents"])}
