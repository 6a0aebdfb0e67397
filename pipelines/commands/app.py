"""The command ``versebench``."""

import os
import warnings
from collections.abc import Callable
from typing import Annotated, Any

import typer

from versebench.pipelines.commands import look, maintain, make, publish, score
from versebench.pipelines.commands.entry import last_words, stopped
from versebench.pipelines.commands.help.complete_commands import FORMATS, LOG, choose_log, complete_commands
from versebench.pipelines.commands.help.completion import prepare_answers
from versebench.pipelines.commands.options import one_of
from versebench.pipelines.errors import StageError, UserError
from versebench.pipelines.runners import interrupt
from versebench.pipelines.runners.log import current_log

_RENAMED_KEY = r".*'[a-z_.]+' is now '[a-z_.]+'; (rename|move) the key"
"""The warnings that are shown: those of versebench about recipes. Libraries warn too, and nobody can act on that."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _group in (make, look, score, publish, maintain):
    app.add_typer(_group.app)
complete_commands(app)

LogOption = Annotated[
    str, typer.Option("--log", metavar="|".join(FORMATS), help=LOG, callback=one_of("--log", FORMATS))
]


def _print_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"versebench {version('versebench')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
]


@app.callback()
def versebench(log: LogOption = "people", version: Version = False) -> None:  # noqa: ARG001
    """Turn a corpus of poems into a validated, versioned dataset, and evaluate language models on it."""
    choose_log(log)


def _silence_libraries() -> None:
    """Hide the messages that libraries print on import, and turn off their usage reports."""
    import logging

    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TQDM_DISABLE", "1")
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # Pydantic would look for them in every installed package.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    logging.basicConfig(level=logging.ERROR)
    logging.disable(logging.WARNING)  # Great Expectations sets a level of its own when it is imported.
    warnings.simplefilter("ignore")
    warnings.filterwarnings("once", _RENAMED_KEY, FutureWarning)
    warnings.showwarning = _show_warning


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning about a recipe as one line."""
    current_log().warned(str(message))


def run_app() -> int:
    """Run the command line and return its exit code. An error that the user can fix becomes one message."""
    _silence_libraries()
    prepare_answers()
    return guarded(app)


def guarded(run: Callable[[], Any]) -> int:
    """Run a command and return its exit code. An error that the user can fix is printed as one message."""
    try:
        run()
    except StageError as error:
        return _fail(str(error), error.exit_code, stage=error.stage, element=error.element)
    except UserError as error:
        return _fail(str(error), error.exit_code)
    except interrupt.StoppedError:
        interrupt.answered()
        return stopped()
    except Exception as error:
        if explained := _explanation(error):
            return _fail(*explained)
        raise
    return 0


def _explanation(error: Exception) -> tuple[str, int] | None:
    """The message and exit code of an error of files, the disk or an installed module; None for other exceptions."""
    from versebench.schemas.registration import RegistrationError
    from versebench.storage.commit import DamagedShardError
    from versebench.transforms.mapping.failure import explain_os_error

    if isinstance(error, RegistrationError):
        return str(error), UserError.exit_code
    if isinstance(error, DamagedShardError):
        return str(error), 1
    return (explain_os_error(error), 1) if isinstance(error, OSError) else None


def _fail(message: str, code: int, **where: str | None) -> int:
    interrupt.answered()
    return last_words(message, code, **where)
