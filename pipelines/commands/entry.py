"""The beginning and the end of a command.

It begins by listening for Ctrl-C, before it imports anything slow. It ends without Python's finalisation: native
threads of Arrow and gRPC that still run while the interpreter is taken apart can abort the process, and so turn the
exit code of a command into another one.
"""

import atexit
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn, TextIO, cast

from versebench.pipelines.errors import STOPPED, STOPPED_MESSAGE
from versebench.pipelines.runners import interrupt
from versebench.storage.secrets import SafeStream


def run() -> NoReturn:
    """Run the command line and end the process with its exit code.

    Everything on standard error, a traceback too, is written without secrets.
    """
    sys.stderr = cast(TextIO, SafeStream(sys.stderr))
    interrupt.listen(stopped)
    code = _exit_code(_command_line)
    interrupt.answered()
    _leave(code)


def stopped() -> int:
    """Write the message for a command that the user stopped, and return its exit code."""
    return last_words(STOPPED_MESSAGE, STOPPED)


def last_words(message: str, code: int, **where: str | None) -> int:
    """Write the last message of a command and return its exit code."""
    from versebench.pipelines.runners.log import log_event
    from versebench.storage.secrets import without_secrets

    event = "stopped" if code == STOPPED else "failed"
    if not log_event(event, "error", **where, message=message, exit_code=code):
        from rich.console import Console

        text = f"versebench: {without_secrets(message)}"
        Console(stderr=True).print(text, style="red", highlight=False, markup=False, soft_wrap=True)
    return code


def _command_line() -> int:
    try:
        from versebench.pipelines.commands.app import run_app

        interrupt.check()
        return run_app()
    except interrupt.StoppedError:
        interrupt.answered()
        return stopped()


def _exit_code(command: Callable[[], int]) -> int:
    """The exit code of a command, as Python itself would find it for whatever the command raises."""
    try:
        return command()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
    except BaseException:  # a defect: the traceback is what its report needs
        sys.excepthook(*sys.exc_info())
    return 1


def _leave(code: int) -> NoReturn:
    """Do what Python does before it takes the interpreter apart, and end the process."""
    with contextlib.suppress(Exception):
        _finish_threads()
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()  # deletes temporary files, ends processes that were started
    written = [_flushed(stream) for stream in (sys.stdout, sys.stderr)]
    os._exit(code if all(written) else code or 1)


def _finish_threads() -> None:
    """Wait for all threads that are not daemons; those of idle executors end now."""
    shutdown: Callable[[], Any] = threading._shutdown  # type: ignore[attr-defined]
    shutdown()


def _flushed(stream: TextIO | None) -> bool:
    """Whether all that was written to a stream reached its file; a reader that went away needs no message."""
    try:
        if stream is not None:
            stream.flush()
    except BrokenPipeError:
        return False
    except (OSError, ValueError) as error:
        os.write(2, f"versebench: the output cannot be written: {error}\n".encode())
        return False
    return True
