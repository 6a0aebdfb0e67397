"""Ctrl-C, in a form that survives Beam, which catches whatever is raised in a worker and hands it on as text."""

import signal
import threading

_asked = threading.Event()
_AGAIN_SECONDS = 3.0


class StoppedError(BaseException):
    """The user asked to stop. Not ``KeyboardInterrupt``, which typer would answer before the message of versebench."""


def listen() -> None:
    """Answer Ctrl-C from now on.

    Some libraries swallow every exception while they are imported, so it is raised again until it is answered.
    """
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGALRM, _stop)


def asked() -> bool:
    """Whether the user asked to stop."""
    return _asked.is_set()


def check() -> None:
    """Raise :class:`StoppedError` where the user asked to stop and something swallowed it."""
    if asked():
        raise StoppedError


def answered() -> None:
    """Raise it no more."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(*_: object) -> None:
    _asked.set()
    signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)
    raise StoppedError
