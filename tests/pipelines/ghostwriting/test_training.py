"""Training that fails within a release: one message with artist and iteration, and checkpoints that stay."""

import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.pipelines.ghostwriting.recipes import ghostwriting_values
from tests.pipelines.running import files_of, make_release
from tests.pipelines.stages.test_sampling import table_of
from versebench.models.ghostwriters.checkpoints import NAME
from versebench.models.ghostwriters.lstm_writer import Training
from versebench.pipelines.errors import UserError

LSTM = {"generator": "lstm.v1", "width": 8, "embedding": 4, "iterations": 20, "every": 5, "checkpoint": 5}


def values(folder: Path, **changes: Any) -> dict[str, Any]:
    return ghostwriting_values(folder, generators=[{**LSTM, **changes}], points={"every": 10, "last": 20})


def checkpoints(folder: Path) -> list[Path]:
    return sorted((folder / "root" / "checkpoints").rglob(NAME))


def generated(folder: Path) -> list[dict[str, Any]]:
    (run,) = (folder / "root" / "write").iterdir()
    rows: list[dict[str, Any]] = table_of(run, "generated").to_pylist()
    return rows


@pytest.fixture
def weights_too_large(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """From iteration 12 on, weights are too large to multiply, so that the loss of the real step is not a number."""
    train = Training.train

    def damaged(training: Training, iteration: int) -> float:
        if iteration == 12:
            with torch.no_grad():
                training.model.output.weight.fill_(1e38)
        return train(training, iteration)

    monkeypatch.setattr(Training, "train", damaged)
    return monkeypatch


def test_a_release_whose_training_diverges_names_artist_and_iteration_and_goes_on_from_its_checkpoint(
    tmp_path: Path, weights_too_large: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError, match=r"lstm.v1, (Ann|Ben): the LSTM diverged: .*iteration 13; lower `rate`"):
        make_release(tmp_path, values(tmp_path))
    kept = checkpoints(tmp_path)
    assert kept
    assert not list((tmp_path / "root").glob("releases/*/*"))
    weights_too_large.undo()
    make_release(tmp_path, values(tmp_path))
    make_release(tmp_path / "whole", values(tmp_path / "whole"))
    assert generated(tmp_path) == generated(tmp_path / "whole")
    assert checkpoints(tmp_path) == []


def test_a_checkpoint_of_another_recipe_stops_a_release_and_stays(
    tmp_path: Path, weights_too_large: pytest.MonkeyPatch
) -> None:
    folders = []
    for width in (8, 9):
        with pytest.raises(UserError, match="diverged"):
            make_release(tmp_path / str(width), values(tmp_path / str(width), width=width))
        folders.append(checkpoints(tmp_path / str(width))[0])
    weights_too_large.undo()
    shutil.copy(*folders)
    before = files_of(tmp_path / "9" / "root" / "checkpoints")
    with pytest.raises(
        UserError, match=r"lstm.v1, (Ann|Ben): .*is a checkpoint of another recipe.*choose another root"
    ):
        make_release(tmp_path / "9", values(tmp_path / "9", width=9))
    assert files_of(tmp_path / "9" / "root" / "checkpoints").items() >= before.items()
