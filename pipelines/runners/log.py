"""What a command says while it runs: bars for people, or a line of JSON for every event."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TextIO

from versebench.pipelines.runners.secrets import without_secrets

if TYPE_CHECKING:
    from versebench.pipelines.runners.metrics import GraphMetrics

PROGRESS_SECONDS = 10.0
"""How often the progress of a graph is a line of the JSON log."""


class Log(Protocol):
    """Where the events of a run go. ``terminal`` is standard error while Beam's own words are kept from it."""

    def running(
        self, title: str, elements: int, done: Callable[[], int], terminal: TextIO, /
    ) -> AbstractContextManager[None]:
        """A graph runs in this block over so many elements; ``done`` counts the finished ones."""
        ...

    def finished(self, metrics: "GraphMetrics", /) -> None:
        """A graph ran to its end."""
        ...

    def skipped(self, stage: str, directory: str, /) -> None:
        """A run of a stage was committed already."""
        ...

    def warned(self, message: str, /) -> None:
        """Something that stops nothing, and that the user should know."""
        ...


class _Quiet:
    """Says nothing of what is finished or skipped."""

    def finished(self, *_: object) -> None:
        """Nothing."""

    def skipped(self, *_: object) -> None:
        """Nothing."""


class Silent(_Quiet):
    """Says nothing."""

    def running(self, *_: object) -> AbstractContextManager[None]:
        """Nothing."""
        return nullcontext()

    def warned(self, *_: object) -> None:
        """Nothing."""


class Bars(_Quiet):
    """A progress bar for each graph."""

    def running(
        self, title: str, elements: int, done: Callable[[], int], terminal: TextIO, /
    ) -> AbstractContextManager[None]:
        """A bar while the block runs."""
        from versebench.pipelines.runners.progress import watched

        return watched(title, elements, done, terminal)

    def warned(self, message: str, /) -> None:
        """A line on standard error."""
        from rich.console import Console

        Console(stderr=True).print(f"warning: {message}", style="yellow", highlight=False, markup=False, soft_wrap=True)


class JsonLines:
    """An object a line: ``time`` (UTC), ``level``, ``event``, and what belongs to the event. Secrets are hidden."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    @contextmanager
    def running(self, title: str, elements: int, done: Callable[[], int], *_: object) -> Iterator[None]:
        """``started``, then ``progress`` every ten seconds while it grows."""
        from versebench.pipelines.runners.metrics import stage_of
        from versebench.pipelines.runners.progress import polled

        stage = stage_of(title)
        self.event("started", stage=stage, title=title, elements=elements)
        said = 0

        def progress(count: int) -> None:
            nonlocal said
            if count != said:
                said = count
                self.event("progress", stage=stage, title=title, done=count, elements=elements)

        with polled(done, progress, PROGRESS_SECONDS):
            yield

    def finished(self, metrics: "GraphMetrics", /) -> None:
        """``finished``, with all that was counted."""
        self.event("finished", stage=metrics.stage, **metrics.values())

    def skipped(self, stage: str, directory: str, /) -> None:
        """``skipped``."""
        self.event("skipped", stage=stage, directory=directory)

    def warned(self, message: str, /) -> None:
        """``warned``."""
        self.event("warned", "warning", message=message)

    def event(self, event: str, level: str = "info", **said: object) -> None:
        """Write one line."""
        now = datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = json.dumps({"time": now, "level": level, "event": event, **said}, ensure_ascii=False)
        with self._lock:
            self._stream.write(without_secrets(line) + "\n")
            self._stream.flush()


_json: JsonLines | None = None


def write_json() -> None:
    """Say it as JSON from now on, on the standard error of now, whatever is done to it later."""
    global _json
    _json = JsonLines(os.fdopen(os.dup(2), "w", encoding="utf-8"))


def chosen() -> Log:
    """The log of this process."""
    return _json or Bars()


def json_log() -> JsonLines | None:
    """The JSON log of this process, where it was chosen."""
    return _json


def log_event(event: str, level: str = "info", **values: object) -> bool:
    """Write an event to the JSON log; whether there is one."""
    if _json is not None:
        _json.event(event, level, **values)
    return _json is not None
