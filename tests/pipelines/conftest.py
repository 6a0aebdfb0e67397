"""Releases of the sample corpus, each made once in a test run."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import make_release, recipe_values
from tests.sharing import shared_folder
from versebench.pipelines.lifecycle.release import Released
from versebench.storage.manifest import read_manifest


@dataclass(frozen=True)
class Sample:
    """A released root. Tests read it and change copies of it."""

    folder: Path

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def release(self) -> Path:
        return self.root / "releases" / "small" / "1.0.0"

    @property
    def released(self) -> Released:
        """As :func:`release` returned it."""
        manifest = read_manifest(str(self.release))
        assert manifest is not None
        return Released(str(self.release), manifest, made=True)

    def stage(self, name: str) -> Path:
        """The run of a stage."""
        (run,) = (path for path in (self.root / name).iterdir() if path.is_dir())
        return run


def shared_sample(factory: pytest.TempPathFactory, name: str, values: Mapping[str, Any]) -> Sample:
    """The release of a recipe, made by the first process that asks for it under this name."""
    return Sample(shared_folder(factory, name, lambda folder: make_release(folder, values)))


@pytest.fixture(scope="session")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A release with scores."""
    return shared_sample(tmp_path_factory, "scored", recipe_values(models=[{"model": "gpt2-verse"}]))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A release without scores."""
    return shared_sample(tmp_path_factory, "sample", recipe_values())
