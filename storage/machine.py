"""What this process may use of the machine: cores and memory, also in a container."""

import os
from pathlib import Path

import psutil

_GROUP = Path("/sys/fs/cgroup")
"""Where a container sees its own limits."""

GIVEN_CORES = "VERSEBENCH_CORES"
"""Variable of a worker's environment: how many cores it may use; 1 if it is not set."""


def given_cores() -> int:
    """How many cores this process was given for its work."""
    return max(1, int(os.environ.get(GIVEN_CORES, "1")))


def usable_cores(group: Path = _GROUP) -> int:
    """How many cores this process may use, at least 1: those it is bound to, or a container's share of them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota, _, period = _read(group / "cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit() and int(period):
        cores = min(cores, int(quota) // int(period))
    return max(1, cores)


def free_memory(group: Path = _GROUP) -> int:
    """How many bytes of memory are free for this process: those of the machine, or what a container has left."""
    free = int(psutil.virtual_memory().available)
    most, used = _read(group / "memory.max"), _read(group / "memory.current")
    return max(0, min(free, int(most) - int(used))) if most.isdigit() and used.isdigit() else free


def _read(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
