"""One release of the sample corpus with a model, made once in every worker."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pipelines.running import make_release, recipe_values
from versebench.pipelines.lifecycle.release import Released


@dataclass(frozen=True)
class Sample:
    """A released root. Tests read it and change copies of it."""

    folder: Path
    released: Released

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def release(self) -> Path:
        return Path(self.released.folder)

    def stage(self, name: str) -> Path:
        """The run of a stage."""
        (run,) = (path for path in (self.root / name).iterdir() if path.is_dir())
        return run


@pytest.fixture(scope="session")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A release with scores."""
    folder = tmp_path_factory.mktemp("scored")
    return Sample(folder, make_release(folder, recipe_values(models=[{"model": "gpt2-verse"}])))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A release without scores."""
    folder = tmp_path_factory.mktemp("sample")
    return Sample(folder, make_release(folder, recipe_values()))
