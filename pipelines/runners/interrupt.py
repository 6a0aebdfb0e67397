"""Ctrl-C: a flag that is checked between steps, and the end of the process if no step follows soon.

The signal handler itself raises nothing: it may run anywhere, even in the callback of a weak reference or during an
import, where an exception would be printed or swallowed. A separate thread receives the signal at once, even if the
main thread is busy in native code. Ending the process loses nothing, as with ``kill -9``: committed shards are kept,
and the next run deletes temporary files.
"""

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator

from versebench.pipelines.errors import STOPPED

PATIENCE_SECONDS = 1.0
"""How long the main thread has to reach its next step; a second Ctrl-C ends the process at once."""

_CLEANING_SECONDS = 5.0
_SHOW_CURSOR = b"\x1b[?25h"

_asked, _listening = threading.Event(), threading.Event()
_last_word = threading.RLock()
_cleaning: list[Callable[[], object]] = []


class StoppedError(BaseException):
    """The user asked to stop. Not ``KeyboardInterrupt``, which typer would answer before the message of versebench."""


def listen(last_words: Callable[[], object]) -> None:
    """Handle Ctrl-C from now on; ``last_words`` writes the message if the main thread does not.

    Call it once, in the main thread, before anything slow.
    """
    signals, signalled = os.pipe()
    os.set_blocking(signalled, False)
    threading.Thread(target=_answer, args=(signals, os.dup(2), last_words), daemon=True).start()
    signal.set_wakeup_fd(signalled, warn_on_full_buffer=False)
    _listening.set()
    signal.signal(signal.SIGINT, _nothing)


def asked() -> bool:
    """Whether the user asked to stop."""
    return _asked.is_set()


def check() -> None:
    """Raise :class:`StoppedError` if the user asked to stop. Call it between steps."""
    if asked():
        raise StoppedError


@contextlib.contextmanager
def cleaned_by(clean: Callable[[], object]) -> Iterator[None]:
    """Call ``clean`` if the process ends in this block, to end what would outlive it, such as workers."""
    _cleaning.append(clean)
    try:
        yield
    finally:
        _cleaning.remove(clean)


def answered() -> None:
    """Claim the last message for the main thread, which calls this before it writes the message and before it ends.

    Does not return if the process is already ending.
    """
    if not _listening.is_set():
        return
    if not _last_word.acquire(blocking=False):
        threading.Event().wait()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python gives the default back while it ends, which would kill it.


def _nothing(*_: object) -> None:
    """Let Python keep its own handler, which writes to the pipe, and raise nothing."""


def _answer(signals: int, terminal: int, last_words: Callable[[], object]) -> None:
    _wait_for_signal(signals, None)
    _asked.set()
    _wait_for_signal(signals, PATIENCE_SECONDS)
    if not _last_word.acquire(blocking=False):
        return  # The main thread has written the message and is ending.
    os.dup2(terminal, 2)  # Standard error may be a log just now.
    if os.isatty(terminal):
        os.write(terminal, _SHOW_CURSOR + b"\n")
    last_words()
    cleaner = threading.Thread(target=_clean, daemon=True)
    cleaner.start()
    limit = time.monotonic() + _CLEANING_SECONDS
    while cleaner.is_alive() and time.monotonic() < limit and not _wait_for_signal(signals, 0.02):
        pass
    os._exit(STOPPED)


def _wait_for_signal(signals: int, seconds: float | None) -> bool:
    """Wait for Ctrl-C, forever if ``seconds`` is None; returns whether it came. The pipe also reports other signals."""
    limit = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if limit is None else max(0.0, limit - time.monotonic())
        if not select.select([signals], [], [], left)[0]:
            return False
        if os.read(signals, 1)[0] == signal.SIGINT:
            return True


def _clean() -> None:
    for clean in _cleaning[::-1]:
        with contextlib.suppress(Exception):  # Each is an attempt: the process ends in any case.
            clean()
