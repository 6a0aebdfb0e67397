"""Weights that wait in memory or on a disk until they are computed with."""

import os
from pathlib import Path

import pytest
from torch.utils.cpp_extension import get_default_build_root

from tests.missing import missing
from tests.models.scorers.deepspeed.conftest import Open, by_torch, causal, difference
from versebench.models.scorers.contract import ModelLoadError

LONG = [[" ".join(["the mill in the reeds"] * lines) for lines in range(1, 6)] for _ in range(2)]
HEADERS = Path("/usr/include/libaio.h")


def why_no_disk() -> str | None:
    """What is missing for weights on a disk; compiling what is needed takes minutes, and so is no part of a test."""
    if not HEADERS.exists():
        return "libaio's headers are missing: make checkers"
    compiled = Path(os.environ.get("TORCH_EXTENSIONS_DIR") or get_default_build_root())
    if not list(compiled.rglob("async_io.so")):
        return "DeepSpeed's reader is not compiled yet, which takes minutes: make checkers"
    return None


@pytest.mark.parametrize("family", ["llama", "gpt2"])
def test_weights_in_memory_give_the_scores_of_plain_torch(
    family: str, open_scorer: Open, request: pytest.FixtureRequest
) -> None:
    settings = causal(request.getfixturevalue(family), offload="cpu")
    scorer, alone = open_scorer(settings), by_torch(settings)
    assert difference(scorer, alone) <= 1e-4
    assert difference(scorer, alone, LONG) <= 1e-4


def test_bf16_weights_in_memory_give_the_scores_of_plain_torch(llama: Path, open_scorer: Open) -> None:
    settings = causal(llama, offload="cpu")
    # Where the weights are at hand, the logits of targets are products of their own, in fp32.
    assert difference(open_scorer(settings, "bf16"), by_torch(settings, "bf16")) <= 0.25


def test_weights_on_a_disk_give_the_scores_of_plain_torch(llama: Path, open_scorer: Open, tmp_path: Path) -> None:
    if reason := why_no_disk():
        missing(reason)
    settings = causal(llama, offload="nvme", nvme_path=str(tmp_path))
    scorer = open_scorer(settings)
    assert difference(scorer, by_torch(settings)) <= 1e-4
    assert list(tmp_path.iterdir())
    scorer.close()
    assert not list(tmp_path.iterdir())


def test_a_machine_without_libaio_is_told_with_the_remedy(
    llama: Path, open_scorer: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "false")  # DeepSpeed asks a compiler for libaio, and this one finds nothing.
    with pytest.raises(
        ModelLoadError, match=r"tiny-llama: weights on a disk need libaio .*; install Debian's libaio-dev"
    ):
        open_scorer(causal(llama, offload="nvme", nvme_path=str(tmp_path)))
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_not_there_is_told(llama: Path, open_scorer: Open, tmp_path: Path) -> None:
    with pytest.raises(ModelLoadError, match=r"cannot write weights to nvme_path, .*No such file or directory"):
        open_scorer(causal(llama, offload="nvme", nvme_path=str(tmp_path / "missing")))
