"""Measurements in processes of their own, and the machine they were made on."""

import os
import platform
import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGES = ("apache-beam", "numpy", "pyarrow", "spacy", "pydantic")


@dataclass(frozen=True)
class Peak:
    """Peak resident memory in MiB: of a process, and of the largest of the processes that it started."""

    own: float
    children: float


def in_a_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a function in a new process, whose memory holds nothing of this one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *args, **kwargs).result()


def peak() -> Peak:
    """The peaks of this process and of those that it started and that have ended."""
    own, children = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return Peak(own / 1024, children / 1024)


def machine() -> dict[str, object]:
    """What figures depend on."""
    return {
        "cores": len(os.sched_getaffinity(0)),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
    }


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())
