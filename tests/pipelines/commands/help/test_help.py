"""Every command has an example that works, and `--log`; a shell completes its words."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tests.pipelines.running import VERSEBENCH, versebench
from versebench.pipelines.commands.app import app
from versebench.pipelines.commands.help.completion import SHELLS, VARIABLE, completion_script
from versebench.pipelines.commands.help.examples import EXAMPLES

PARSER: Any = get_command(app)


def commands(parser: Any = PARSER, names: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Each command and group of commands by its names."""
    for name, command in getattr(parser, "commands", {}).items():
        yield " ".join((*names, name)), command
        yield from commands(command, (*names, name))


NAMES = sorted(name for name, _ in commands())


def test_every_command_has_an_example() -> None:
    assert set(EXAMPLES) == set(NAMES)
    assert all(len(line) <= 78 for line in EXAMPLES.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_example_parses_and_is_in_the_help(name: str) -> None:
    line = EXAMPLES[name]
    words = shlex.split(line.removeprefix("source <(").removesuffix(")"))
    assert words[0] == "versebench"
    parser, rest, context = PARSER, words[1:], PARSER.make_context("versebench", words[1:])
    while rest and hasattr(parser, "commands"):
        _, parser, rest = parser.resolve_command(context, rest)
        context = parser.make_context(str(parser.name), list(rest), parent=context)
    help_text = CliRunner().invoke(app, [*name.split(), "--help"], env={"COLUMNS": "80"}).output
    assert f" {line} " in f" {' '.join(help_text.split())} "
    assert line in [text.strip() for text in help_text.splitlines()]


def test_every_command_takes_the_format_of_its_log() -> None:
    for name, command in commands():
        assert "--log" in {option for parameter in command.params for option in parameter.opts}, name


def test_the_log_is_json_wherever_the_option_stands(tmp_path: Path) -> None:
    for arguments in (["--log", "json", "verify", str(tmp_path)], ["verify", str(tmp_path), "--log", "json"]):
        ran = versebench(*arguments)
        assert ran.code != 0
        assert ran.err.startswith('{"')
        assert '"event": "failed"' in ran.err


def test_another_format_is_refused() -> None:
    ran = CliRunner().invoke(app, ["models", "--log", "x"])
    assert ran.exit_code == 2
    assert "Choose 'people' or 'json'." in " ".join(ran.output.replace("│", "").split())


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_the_command(shell: str) -> None:
    ran = CliRunner().invoke(app, ["completion", shell])
    assert (ran.exit_code, ran.output.strip()) == (0, completion_script(shell))
    assert f"{VARIABLE}=complete_{shell}" in ran.output
    assert CliRunner().invoke(app, ["completion", "tcsh"]).exit_code == 2


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("versebench rej", {"rejects"}),
        ("versebench study st", {"status"}),
        ("versebench rejects --l", {"--like", "--log"}),
    ],
)
def test_bash_completes_commands_and_options(line: str, expected: set[str]) -> None:
    script = completion_script("bash")
    words = line.split()
    asked = f"""{script}
COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
_versebench_completion versebench
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    environment = {**os.environ, "PATH": f"{VERSEBENCH.parent}:{Path(sys.executable).parent}:/usr/bin:/bin"}
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env=environment)
    assert set(ran.stdout.split()) == expected, ran.stderr
