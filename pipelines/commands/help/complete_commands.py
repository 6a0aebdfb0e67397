"""Give every command of the command line an example in its help, and the option ``--log``."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_command_name

from versebench.pipelines.commands.help.examples import EXAMPLES
from versebench.pipelines.commands.options import one_of
from versebench.pipelines.runners.log import write_json

LOG = "Format of standard error: progress bars and tables for people, or lines of JSON."
FORMATS = ("people", "json")


def choose_log(value: str | None) -> None:
    """Log as JSON from now on, if ``value`` says so."""
    if one_of("--log", FORMATS)(value) == "json":
        write_json()


def _log_option() -> Any:
    """The option as Typer makes it of a parameter."""
    declared = typer.Option("--log", metavar="|".join(FORMATS), help=LOG, callback=choose_log, expose_value=False)
    app = typer.Typer(add_completion=False)

    @app.command()
    def command(log: Annotated[str | None, declared] = None) -> None:
        pass

    return next(parameter for parameter in get_command(app).params if parameter.name == "log")


class LoggedCommand(TyperCommand):
    """A command that also takes the option ``--log``, behind its own."""

    def __init__(self, *args: Any, **values: Any) -> None:
        """Add the option."""
        super().__init__(*args, **values)
        self.params.append(_log_option())


class LoggedGroup(TyperGroup):
    """A group of commands that also takes the option ``--log``, behind its own."""

    def __init__(self, *args: Any, **values: Any) -> None:
        """Add the option."""
        super().__init__(*args, **values)
        self.params.append(_log_option())


def complete_commands(app: typer.Typer, group: str = "") -> None:
    """Add to each command below ``app``, whose own name is ``group``, its example and the option ``--log``."""
    for command in app.registered_commands:
        name = command.name or get_command_name(getattr(command.callback, "__name__", ""))
        command.epilog = _epilog(f"{group} {name}".strip())
        command.cls = LoggedCommand
    for info in app.registered_groups:
        name = info.name if isinstance(info.name, str) else ""
        if name:
            info.epilog = _epilog(f"{group} {name}".strip())
            info.cls = LoggedGroup
        if info.typer_instance is not None:
            complete_commands(info.typer_instance, f"{group} {name}".strip())


def _epilog(command: str) -> str:
    """The end of a command's help. Brackets would be read as markup."""
    return "Example:\n\n" + EXAMPLES[command].replace("[", r"\[")
