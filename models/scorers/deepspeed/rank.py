"""A rank process: loads a model with all other ranks, then answers until its parent closes the pipe.

The parent starts :func:`main` with pipes at standard input and output. Whatever DeepSpeed prints goes to the standard
error, so that the answers stand alone.
"""

import importlib
import os
import shutil
import signal
import sys
import threading
import traceback
from datetime import timedelta
from queue import SimpleQueue
from typing import Any, BinaryIO

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.deepspeed.messages import Message, receive, send
from versebench.models.scorers.deepspeed.start import Answering, Load, Start
from versebench.models.scorers.load_options import LoadOptions

COLLECTIVE = timedelta(minutes=30)
"""How long a rank waits for another one: they may load at different speeds."""


def main() -> None:
    """Serve one parent; never returns."""
    signal.signal(signal.SIGINT, _nothing)
    requests, answers = _pipes()
    message = receive(requests)
    if message is None:
        os._exit(0)
    start = Start.of_message(message)
    inbox: SimpleQueue[Message] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox, start.swap), daemon=True).start()
    try:
        _serve(start, inbox, answers)
    finally:
        _end(start.swap)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Requests and answers; descriptors that a compiler, as a child, does not inherit."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, answers


def _listen(requests: BinaryIO, inbox: SimpleQueue[Message], swap: str | None) -> None:
    """Hands requests on, and ends the process when the pipe closes, whatever the main thread waits for."""
    while (message := receive(requests)) is not None:
        inbox.put(message)
    _end(swap)


def _end(swap: str | None) -> None:
    """End with a compiler that was started, and without the interpreter's own end, where torch may wait for others."""
    if swap is not None:
        shutil.rmtree(swap, ignore_errors=True)
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGINT)
    sys.stderr.flush()
    os._exit(0)


def _nothing(*_: object) -> None:
    """Let a signal pass. Unlike a signal that is ignored, one with a handler still ends the processes started here."""


def _serve(start: Start, inbox: SimpleQueue[Message], answers: BinaryIO) -> None:
    try:
        answering, _wrap = _load(start)
    except ModelLoadError as error:
        return send(answers, {"refused": str(error)})
    except Exception as error:
        return send(answers, _failure(error))
    send(answers, {})
    while True:
        request = inbox.get()
        try:
            answer = answering(request)
        except Exception as error:
            return send(answers, _failure(error))
        send(answers, answer if start.rank == 0 else {})


def _load(start: Start) -> tuple[Answering, Any]:
    """What answers requests, and what must be held as long as it is."""
    import torch

    work = start.work
    if work.engine.device == "cuda":
        if torch.cuda.device_count() < start.ranks:
            raise ModelLoadError(
                f"{work.identity.name}: {start.ranks} CUDA devices are needed, but this machine has "
                f"{torch.cuda.device_count()}; set the engine's device to cpu, or tensor_parallel to that number"
            )
        torch.cuda.set_device(start.rank)
    else:
        torch.set_num_threads(1)
    _join(start)
    from versebench.models.scorers.deepspeed.wrap import Wrap, not_for_deepspeed

    wrap = Wrap(work.identity.name, work.engine, work.precision, start.swap)
    device = f"cuda:{start.rank}" if work.engine.device == "cuda" else "cpu"
    load: Load = importlib.import_module(work.module).load
    answering = load(work.settings, work.identity, LoadOptions(work.precision, device, work.own_code, wrap))
    if not wrap.used:
        raise ModelLoadError(not_for_deepspeed(work.identity.name))
    return answering, wrap


def _join(start: Start) -> None:
    """Meet the other ranks, by a file: no port must be guessed that another process may take."""
    import deepspeed  # type: ignore[import-untyped]
    import deepspeed.ops  # type: ignore[import-untyped]

    if start.work.engine.device == "cpu":
        # DeepSpeed's own sums over shared memory would be compiled here, and leave segments behind a process that is
        # killed; those of torch need neither.
        deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False
    deepspeed.init_distributed(
        dist_backend="gloo" if start.work.engine.device == "cpu" else "nccl",
        auto_mpi_discovery=False,
        verbose=False,
        timeout=COLLECTIVE,
        init_method=f"file://{start.store}",
        rank=start.rank,
        world_size=start.ranks,
    )


def _failure(error: Exception) -> Message:
    from versebench.models.scorers.memory import NotEnoughMemoryError, is_out_of_memory

    traceback.print_exception(error)
    first_line = next(iter(str(error).strip().splitlines()), "")
    memory = is_out_of_memory(error) or isinstance(error, NotEnoughMemoryError)
    return {"failed": f"{type(error).__name__}: {first_line}", "memory": memory}
