"""Poems by a model that DeepSpeed computes: whole with its weights elsewhere, or split over two processes."""

import os
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

if find_spec("deepspeed") is None:  # importing it here would change torch for other tests
    pytest.skip("needs the extra deepspeed", allow_module_level=True)

from tests.models.poets.test_causal import REQUESTS, settings
from tests.models.scorers.deepspeed.conftest import folder_of
from versebench.models.poets.contract import PoetError
from versebench.models.poets.deepspeed_poet import DeepspeedPoet


def by_deepspeed(deepspeed: dict[str, Any], seed: int = 1, **values: Any) -> DeepspeedPoet:
    poet = settings(deepspeed=deepspeed, **values).load(seed)
    assert isinstance(poet, DeepspeedPoet)
    return poet


def test_weights_in_memory_give_the_poems_of_plain_torch() -> None:
    poet = by_deepspeed({"offload": "cpu"})
    assert poet.write(REQUESTS[:3]) == settings().load(1).write(REQUESTS[:3])
    assert by_deepspeed({"offload": "cpu"}, seed=2).ranks is poet.ranks
    assert poet.write(REQUESTS[:1]) != by_deepspeed({"offload": "cpu"}, seed=2).write(REQUESTS[:1])


@pytest.fixture
def llama(tmp_path: Path) -> Path:
    """A small model whose layers can be split; its poems are bytes."""
    return folder_of(tmp_path / "tiny-llama", "llama")


def test_two_processes_draw_the_poems_of_one(llama: Path) -> None:
    values: dict[str, Any] = {"model": str(llama), "most_tokens": 12, "temperature": 0.5}
    poet = by_deepspeed({"tensor_parallel": 2}, **values)
    answers = poet.write(REQUESTS[:4])
    assert answers == poet.write(REQUESTS[:4])
    assert poet.write(REQUESTS[2:3]) == answers[2:3]
    assert answers == settings(**values).load(1).write(REQUESTS[:4])

    os.kill(poet.ranks.process_ids[1], signal.SIGKILL)
    with pytest.raises(PoetError, match=r"tiny-llama: DeepSpeed cannot go on: process 2 of 2 was stopped by SIGKILL"):
        poet.write(REQUESTS[:1])
    assert by_deepspeed({"tensor_parallel": 2}, **values).write(REQUESTS[:4]) == answers


def test_what_deepspeed_cannot_do_is_one_message() -> None:
    with pytest.raises(PoetError, match="DeepSpeed cannot split the layers of GPT2LMHeadModel over 2 processes"):
        by_deepspeed({"tensor_parallel": 2})
    with pytest.raises(ValueError, match="deepspeed chooses the devices; set device to cuda or cpu"):
        settings(deepspeed={}, device="cuda:1")
