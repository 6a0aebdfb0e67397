"""Measurements in processes of their own, and the machine they were made on."""

import json
import os
import platform
import resource
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, ParamSpec, TypeVar

import psutil

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGES = ("apache-beam", "numpy", "pyarrow", "spacy", "pydantic", "torch", "transformers", "tokenizers")
_MODULES = {"apache-beam": "apache_beam"}
_BEGUN = time.monotonic()


@dataclass(frozen=True)
class Spent:
    """Seconds of the clock on the wall, and of all cores in this process and in those that it started and that ended.

    Where other processes compete for the cores, the second is the one to compare.
    """

    wall: float
    cpu: float

    @staticmethod
    def so_far() -> "Spent":
        """Up to now, from an arbitrary start."""
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        # Workers are children of a process that goes on after them.
        of_children = sum(sum(child.cpu_times()[:4]) for child in psutil.Process().children())
        return Spent(time.perf_counter(), sum(one.ru_utime + one.ru_stime for one in used) + of_children)

    def __sub__(self, before: "Spent") -> "Spent":
        return Spent(self.wall - before.wall, self.cpu - before.cpu)

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.wall + other.wall, self.cpu + other.cpu)


def in_a_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a function in a new process, whose memory holds nothing of this one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *args, **kwargs).result()


def peak_mib() -> float:
    """The peak resident memory of this process since its program began, in MiB, as Linux reports it.

    ``getrusage`` would begin with that of the process that started this one.
    """
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


def progress(message: str) -> None:
    """A line on standard error, with the seconds since the benchmark began."""
    sys.stderr.write(f"{time.monotonic() - _BEGUN:5.0f} s  {message}\n")
    sys.stderr.flush()


def rounds(label: str, ways: Mapping[str, Callable[[], Any]], count: int) -> dict[str, list[Any]]:
    """The answers of each way in each round. Every second round has the reverse order."""
    found: dict[str, list[Any]] = {name: [] for name in ways}
    for number in range(count):
        progress(f"{label}: round {number + 1} of {count}")
        for name in list(ways)[:: 1 if number % 2 == 0 else -1]:
            found[name].append(ways[name]())
    return found


def median_ratio(numerators: Iterable[float], denominators: Iterable[float]) -> float:
    """The median of the ratios of each round."""
    return median(one / other for one, other in zip(numerators, denominators, strict=True))


def machine() -> dict[str, Any]:
    """The machine, on which figures depend; ``amx``: whether the processor multiplies matrices of bf16 by itself."""
    return {
        "load": os.getloadavg()[0],
        "cores": len(os.sched_getaffinity(0)),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "amx": has_amx(),
        "packages": {name: version(name) for name in _PACKAGES if find_spec(_MODULES.get(name, name))},
    }


def has_amx(described: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor multiplies matrices of bf16 by itself."""
    return described.exists() and "amx_bf16" in described.read_text()


def _processor() -> str:
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())


def write_json(figures: dict[str, Any]) -> None:
    """Figures on standard output."""
    sys.stdout.write(json.dumps(figures, ensure_ascii=False, indent=2) + "\n")
