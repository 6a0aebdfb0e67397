"""How many processes a graph gets, and how many cores each of them may use. Neither changes a byte."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from versebench.storage.machine import GIVEN_CORES, free_memory, usable_cores

Workers = int | Literal["auto"]
AUTO: Literal["auto"] = "auto"

_BYTES_OF_A_PROCESS = 2 << 30
"""Memory that a process with a model of half a gigabyte takes."""


def processes(workers: Workers, elements: int) -> int:
    """How many processes work on the elements of a graph: as many as asked, or as cores and memory allow."""
    most = min(usable_cores(), free_memory() // _BYTES_OF_A_PROCESS) if workers == AUTO else workers
    return max(1, min(most, elements))


@contextmanager
def cores_for(workers: Workers, used: int) -> Iterator[None]:
    """In this block, each of the processes that are used may score on its share of the cores.

    The cores are those of the machine for ``auto``, and otherwise as many as there are workers.
    """
    cores = usable_cores() if workers == AUTO else workers
    before = os.environ.get(GIVEN_CORES)
    os.environ[GIVEN_CORES] = str(max(1, cores // used))
    try:
        yield
    finally:
        if before is None:
            del os.environ[GIVEN_CORES]
        else:
            os.environ[GIVEN_CORES] = before
