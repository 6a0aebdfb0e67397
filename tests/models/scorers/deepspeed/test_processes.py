"""Processes that end, hang, or refuse."""

import gc
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.models.scorers.deepspeed.conftest import Open, causal
from tests.models.scorers.deepspeed.test_tensor_parallel import has_ended
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.identity import identify

PARENT = """
import sys
import time
from versebench.models.scorers.deepspeed.scorer import DeepspeedScorer
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.identity import identify
from versebench.models.scorers.packed.settings import Causal
settings = Causal(model=sys.argv[1], engine=DeepspeedEngine())
scorer = DeepspeedScorer(settings, identify(sys.argv[1], None), "fp32")
print(*scorer.process_ids, flush=True)
time.sleep(600)
"""


def test_kernels_are_refused_where_they_do_not_work_with_the_reason(llama: Path, open_scorer: Open) -> None:
    with pytest.raises(ModelLoadError) as caught:
        open_scorer(causal(llama, kernel_injection=True))
    message = str(caught.value)
    assert message.startswith("tiny-llama: DeepSpeed's kernels cannot replace those of LlamaForCausalLM here; ")
    assert "turn kernel_injection off" in message
    assert "not been implemented on CPU" in message


def test_a_model_that_cannot_be_loaded_is_told_as_the_plain_engine_tells_it(
    tmp_path: Path, open_scorer: Open, llama: Path
) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    for file in llama.iterdir():
        (folder / file.name).write_bytes(file.read_bytes()[: 100 if file.suffix == ".safetensors" else None])
    with pytest.raises(ModelLoadError, match=r"damaged: its weights cannot be read \(.*; fetch them again"):
        open_scorer(causal(folder))


def test_processes_that_are_not_ready_in_time_are_ended_and_told(llama: Path, open_scorer: Open) -> None:
    with pytest.raises(ModelLoadError, match=r"process 1 of 1 was not ready after 0\.5 s"):
        open_scorer(causal(llama), start_seconds=0.5)
    assert not [child for child in psutil.Process().children() if is_rank(child)]


def is_rank(process: psutil.Process) -> bool:
    """Whether a process is one of a scorer's and has not ended."""
    try:
        return "scorers.deepspeed" in " ".join(process.cmdline())
    except psutil.ZombieProcess:
        return False


def test_no_process_is_left_by_a_parent_that_is_killed(llama: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(llama)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    [rank] = map(int, parent.stdout.readline().split())
    assert psutil.pid_exists(rank)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert has_ended(rank)


def test_no_process_is_left_by_a_scorer_that_is_let_go(llama: Path) -> None:
    settings = causal(llama)
    scorer = DeepspeedScorer(settings, identify(settings.model, None), "fp32")
    [rank] = scorer.process_ids
    del scorer
    gc.collect()
    assert has_ended(rank)
