"""A model in two processes, each with a part of every layer."""

import os
import signal
import time
from pathlib import Path

import psutil
import pytest

from tests.models.scorers.deepspeed.conftest import UNITS, Open, by_torch, causal, difference
from versebench.models.scorers.contract import ModelLoadError, ScorerFailedError


def has_ended(process: int) -> bool:
    deadline = time.monotonic() + 120
    while psutil.pid_exists(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not psutil.pid_exists(process)


def test_two_processes_give_the_scores_of_one_and_one_that_is_killed_is_told(llama: Path, open_scorer: Open) -> None:
    settings = causal(llama, tensor_parallel=2)
    scorer, alone = open_scorer(settings), by_torch(settings)
    assert difference(scorer, alone) <= 1e-4
    assert scorer.score_units(UNITS) == scorer.score_units(UNITS)
    assert scorer.pieces([1, 2, 3]) == alone.pieces([1, 2, 3])

    first, second = scorer.process_ids
    os.kill(second, signal.SIGKILL)
    with pytest.raises(ScorerFailedError, match=r"tiny-llama: .*process 2 of 2 was stopped by SIGKILL.*memory"):
        scorer.score_units(UNITS)
    assert has_ended(first)
    with pytest.raises(ScorerFailedError, match="its processes have ended"):
        scorer.score_units(UNITS)


def test_a_model_whose_layers_cannot_be_split_is_told_in_words(gpt2: Path, open_scorer: Open) -> None:
    with pytest.raises(ModelLoadError) as caught:
        open_scorer(causal(gpt2, tensor_parallel=2))
    message = str(caught.value)
    assert message.startswith("tiny-gpt2: DeepSpeed cannot split the layers of GPT2LMHeadModel over 2 processes; ")
    assert "choose a Llama-like model, or set tensor_parallel to 1" in message
