"""A progress bar that counts what is committed, on whatever runner."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

_POLL_SECONDS = 0.2


@contextmanager
def watched(title: str, elements: int, done: Callable[[], int], stream: TextIO) -> Iterator[None]:
    """Show how many elements are done until the block ends; ``done`` is asked a few times a second."""
    columns = (TextColumn("{task.description:<28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=stream)) as progress:
        bar, stop = progress.add_task(title, total=elements), threading.Event()

        def watch() -> None:
            while not stop.wait(_POLL_SECONDS):
                progress.update(bar, completed=done())

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
            progress.update(bar, completed=elements)
        finally:
            stop.set()
            watcher.join()
