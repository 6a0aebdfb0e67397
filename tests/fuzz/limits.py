"""A bound on the time and the memory that one input may take."""

import contextlib
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

SECONDS = 10.0
"""Processor time for one input, of a few kilobytes: what takes longer is held to hang."""
MEBIBYTES = 512
"""By how much one input may raise the peak of the process's memory."""
ADDRESS_SPACE = 4 << 30
"""Bytes of address space for one input, beyond which allocating fails; libraries map more than they touch."""


class HangError(BaseException):
    """Raised into a parser that does not end; no handler of ``Exception`` on the way holds it."""


@contextlib.contextmanager
def limited(seconds: float = SECONDS, mebibytes: int = MEBIBYTES) -> Iterator[None]:
    """Fails with ``AssertionError`` where the body takes more. To be entered on the main thread."""
    before = _peak()
    try:
        with _processor_time(seconds), _address_space(ADDRESS_SPACE):
            yield
    except HangError:
        raise AssertionError(f"no end after {seconds:g} s of processor time") from None
    grown = _peak() - before
    assert grown <= mebibytes, f"took {grown} MiB of memory, more than {mebibytes}"


def _peak() -> int:
    """MiB that the process has held at most; that of ``getrusage`` begins with what its parent held."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) >> 10


@contextlib.contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise HangError

    previous = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # Again and again: Python drops what is raised in a destructor.
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


@contextlib.contextmanager
def _address_space(headroom: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + headroom, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
