"""Peak memory and processor time of every process of a tree, one by one, while something runs."""

import contextlib
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_EVERY_SECONDS = 0.2
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
_RESET_PEAK = "5"


@dataclass
class Peaks:
    """Peak resident memory in MiB by process: Python's and Java's apart. Each process counts by its greatest moment."""

    python: dict[int, float] = field(default_factory=dict)
    java: dict[int, float] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    """Seconds of the processor that each process had when it was last seen."""

    @property
    def largest(self) -> float:
        """Of the largest process of Python."""
        return max(self.python.values(), default=0.0)

    def values(self) -> dict[str, object]:
        """The largest processes first, as JSON holds them."""
        ordered = (
            sorted((round(peak, 1) for peak in kind.values()), reverse=True) for kind in (self.python, self.java)
        )
        python, java = ordered
        return {"largest_mib": round(self.largest, 1), "python_mib": python, "java_mib": java}


@contextmanager
def peaks(others: Iterable[int] = ()) -> Iterator[Peaks]:
    """The peaks of the processes that this one starts, of ``others``, and of theirs, complete when the block ends."""
    found, stop, roots = Peaks(), threading.Event(), list(others)
    for process in _tree(roots):
        with contextlib.suppress(OSError):
            Path(f"/proc/{process.pid}/clear_refs").write_text(_RESET_PEAK)

    def watch() -> None:
        while not stop.wait(_EVERY_SECONDS):
            _note(found, [*psutil.Process().children(recursive=True), *_tree(roots)])

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield found
    finally:
        _note(found, _tree(roots))
        stop.set()
        watcher.join()


def _tree(roots: Iterable[int]) -> list[psutil.Process]:
    """Some processes with those that they started, as far as they live."""
    found: list[psutil.Process] = []
    for root in roots:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(root)
            found += [process, *process.children(recursive=True)]
    return found


def _note(found: Peaks, processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(OSError, psutil.Error):  # it may end while it is looked at
            if peak := _PEAK.search(Path(f"/proc/{process.pid}/status").read_text()):
                kind = found.java if process.name() == "java" else found.python
                kind[process.pid] = int(peak.group(1)) / 1024
                found.seconds[process.pid] = sum(process.cpu_times()[:2])
