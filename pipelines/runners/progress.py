"""A progress bar that counts committed elements, on any runner."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

_POLL_SECONDS = 0.2
_REST = 50
"""Counting takes at most this fraction (1/50) of the time, as listing 10,000 shards or an object store is slow."""


@contextmanager
def watched(title: str, elements: int, done: Callable[[], int], stream: TextIO) -> Iterator[None]:
    """Show how many elements are done until the block ends; ``done`` is called a few times a second, or less often."""
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=stream)) as progress:
        bar = progress.add_task(title, total=elements)
        with polled(done, lambda count: progress.update(bar, completed=count), _POLL_SECONDS):
            yield
        progress.update(bar, completed=elements)


@contextmanager
def polled(done: Callable[[], int], say: Callable[[int], None], every: float) -> Iterator[None]:
    """Call ``say`` with the count of ``done`` every ``every`` seconds of the block, less often if counting is slow."""
    stop = threading.Event()

    def watch() -> None:
        pause = every
        while not stop.wait(pause):
            start = time.monotonic()
            say(done())
            pause = max(every, _REST * (time.monotonic() - start))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join()
