"""Completion of commands and options in a shell."""

import os

from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "versebench"
VARIABLE = "_VERSEBENCH_COMPLETE"
"""With this variable, a shell asks the command for words in place of running it."""


def completion_script(shell: str) -> str:
    """The lines that a shell reads to complete the words of ``versebench``."""
    return get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell)


def prepare_answers() -> None:
    """Make the command line answer a shell, if one asks."""
    if VARIABLE in os.environ:
        completion_init()
