"""Reading TensorFlow's checkpoints without TensorFlow."""

from pathlib import Path

import numpy as np
import pytest

from tests.models.fetched.bundle import write_bundle
from versebench.models.fetched.checkpoint import read_checkpoint
from versebench.models.fetched.contract import FetchError

DRAW = np.random.default_rng(1)
VARIABLES = {
    **{f"layer_{n}/kernel": DRAW.normal(size=(n + 1, 3)).astype(np.float32) for n in range(12)},
    "scalar": np.array(2.5, np.float32),
    "empty": np.zeros((0, 4), np.float32),
}


def test_every_float_comes_back_with_its_name_and_shape(tmp_path: Path) -> None:
    write_bundle(tmp_path / "variables", {**VARIABLES, "global_step": np.array(7)})
    found = read_checkpoint(tmp_path / "variables")
    assert found.keys() == VARIABLES.keys()
    for name, values in VARIABLES.items():
        np.testing.assert_array_equal(found[name], values)
        assert found[name].shape == values.shape


@pytest.mark.parametrize("kept", [0, 20, 47, 60, 300])
def test_a_cut_index_is_refused(tmp_path: Path, kept: int) -> None:
    write_bundle(tmp_path / "variables", VARIABLES)
    path = tmp_path / "variables.index"
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(FetchError, match="not a TensorFlow checkpoint in one part"):
        read_checkpoint(tmp_path / "variables")


def test_cut_values_are_refused(tmp_path: Path) -> None:
    write_bundle(tmp_path / "variables", VARIABLES)
    path = tmp_path / "variables.data-00000-of-00001"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(FetchError, match="fetch it again"):
        read_checkpoint(tmp_path / "variables")


def test_values_in_several_files_are_refused(tmp_path: Path) -> None:
    write_bundle(tmp_path / "variables", VARIABLES, shard=1)
    with pytest.raises(FetchError, match="several files"):
        read_checkpoint(tmp_path / "variables")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"variables\.index"):
        read_checkpoint(tmp_path / "variables")
