"""The log of a command while it runs: progress bars for people, or one line of JSON for each event."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TextIO

from versebench.storage.secrets import values_without_secrets

if TYPE_CHECKING:
    from versebench.pipelines.runners.metrics import GraphMetrics

PROGRESS_SECONDS = 10.0
"""How often the JSON log has a line about the progress of a graph."""


class Log(Protocol):
    """Receives the events of a run. ``terminal`` is standard error, from which Beam's output is kept away."""

    def running(
        self, title: str, elements: int, done: Callable[[], int], terminal: TextIO, /
    ) -> AbstractContextManager[None]:
        """A graph over some elements runs in this block; ``done`` counts the finished ones."""
        ...

    def finished(self, metrics: "GraphMetrics", /) -> None:
        """A graph ran to its end."""
        ...

    def skipped(self, stage: str, directory: str, /) -> None:
        """A run of a stage was committed already."""
        ...

    def warned(self, message: str, /) -> None:
        """The user should know of something that does not stop the run."""
        ...


class _Quiet:
    """Ignores finished graphs and skipped runs."""

    def finished(self, *_: object) -> None:
        """Ignore the event."""

    def skipped(self, *_: object) -> None:
        """Ignore the event."""


class Silent(_Quiet):
    """Ignores all events."""

    def running(self, *_: object) -> AbstractContextManager[None]:
        """Ignore the event."""
        return nullcontext()

    def warned(self, *_: object) -> None:
        """Ignore the event."""


class Bars(_Quiet):
    """A progress bar for each graph."""

    def running(
        self, title: str, elements: int, done: Callable[[], int], terminal: TextIO, /
    ) -> AbstractContextManager[None]:
        """Show a bar while the block runs."""
        from versebench.pipelines.runners.progress import watched

        return watched(title, elements, done, terminal)

    def warned(self, message: str, /) -> None:
        """Print the warning on standard error."""
        from rich.console import Console

        Console(stderr=True).print(f"warning: {message}", style="yellow", highlight=False, markup=False, soft_wrap=True)


class JsonLines:
    """Writes one JSON object a line: ``time`` (UTC), ``level``, ``event``, and the event's values, without secrets."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    @contextmanager
    def running(self, title: str, elements: int, done: Callable[[], int], *_: object) -> Iterator[None]:
        """Write ``started``, then ``progress`` every ten seconds if the count has grown."""
        from versebench.pipelines.runners.metrics import stage_of
        from versebench.pipelines.runners.progress import polled

        stage = stage_of(title)
        self.event("started", stage=stage, title=title, elements=elements)
        reported = 0

        def progress(count: int) -> None:
            nonlocal reported
            if count != reported:
                reported = count
                self.event("progress", stage=stage, title=title, done=count, elements=elements)

        with polled(done, progress, PROGRESS_SECONDS):
            yield

    def finished(self, metrics: "GraphMetrics", /) -> None:
        """Write ``finished``, with all metrics of the graph."""
        self.event("finished", stage=metrics.stage, **metrics.values())

    def skipped(self, stage: str, directory: str, /) -> None:
        """Write ``skipped``."""
        self.event("skipped", stage=stage, directory=directory)

    def warned(self, message: str, /) -> None:
        """Write ``warned``."""
        self.event("warned", "warning", message=message)

    def event(self, event: str, level: str = "info", **values: object) -> None:
        """Write one line."""
        now = datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        safe = values_without_secrets(values)
        line = json.dumps({"time": now, "level": level, "event": event, **safe}, ensure_ascii=False)
        with self._lock:
            self._stream.write(line + "\n")
            self._stream.flush()


_json: JsonLines | None = None


def write_json() -> None:
    """Log as JSON from now on, to a duplicate of standard error, which later redirections do not change."""
    global _json
    _json = JsonLines(os.fdopen(os.dup(2), "w", encoding="utf-8"))


def current_log() -> Log:
    """The log of this process: JSON if that was chosen, otherwise bars."""
    return _json or Bars()


def json_log() -> JsonLines | None:
    """The JSON log of this process; None if it was not chosen."""
    return _json


def log_event(event: str, level: str = "info", **values: object) -> bool:
    """Write an event to the JSON log; returns whether there is one."""
    if _json is not None:
        _json.event(event, level, **values)
    return _json is not None
