import subprocess
import sys

import pytest

from versebench.pipelines.errors import STOPPED_MESSAGE

_INTERRUPTED = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["versebench", "tasks"]
from versebench.__main__ import main
main()
"""

_ABORTS = """
import atexit, os, sys, threading

class Native:
    def __del__(self):
        os.abort()  # as a native thread does while Python takes the interpreter apart

def work():
    threading.main_thread().join()
    print("thread is done")

native, native.itself = Native(), None
threading.Thread(target=work).start()
atexit.register(print, "exit function is done")
sys.argv = ["versebench", *{arguments!r}]
{end}
"""

_RUN = "from versebench.__main__ import main; main()"


def _python(program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "module",
    [
        "versebench.pipelines.commands.entry",
        "threading",
        "typer",
        "versebench.pipelines.commands.make",
    ],
)
def test_an_interrupt_during_imports_ends_with_one_line(module: str) -> None:
    ran = _python(_INTERRUPTED.format(module=module))
    assert (ran.returncode, ran.stderr) == (130, f"versebench: {STOPPED_MESSAGE}\n")


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["nosuch"], 2)])
def test_the_exit_code_is_that_of_the_command_whatever_happens_at_finalisation(arguments: list[str], code: int) -> None:
    ran = _python(_ABORTS.format(arguments=arguments, end=_RUN))
    assert ran.returncode == code
    assert ran.stdout.endswith("thread is done\nexit function is done\n")


def test_python_itself_would_abort() -> None:
    assert _python(_ABORTS.format(arguments=[], end="")).returncode < 0


def test_an_unexpected_exception_keeps_its_traceback() -> None:
    program = """
from versebench.pipelines.commands import app
def broken():
    raise ZeroDivisionError("a defect")
app.app = broken
from versebench.__main__ import main
main()
"""
    ran = _python(program)
    assert ran.returncode == 1
    assert ran.stderr.startswith("Traceback")
    assert "ZeroDivisionError: a defect" in ran.stderr


def test_output_that_cannot_be_written_is_an_error() -> None:
    command = [sys.executable, "-m", "versebench", "--version"]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "space" in ran.stderr
