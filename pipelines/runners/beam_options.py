"""Beam's own options, which a user gives after ``--``, checked before anything runs."""

import contextlib
import io
import re
from collections.abc import Sequence

from apache_beam.options.pipeline_options import PipelineOptions, StandardOptions
from apache_beam.runners.runner import create_runner

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.runners.dataflow.options import check_dataflow_options
from versebench.pipelines.runners.flink.options import check_flink, is_flink

_OPTION = re.compile(r"--(?!-)")
"""The start of an option of Beam. It would read ``---name`` as another option, which clashes with ``--name``."""
LOCAL = ("FnApiRunner", "DirectRunner", "BundleBasedDirectRunner", "SwitchingDirectRunner")
"""Runners whose options are all known here; others learn more options from their job server."""


def check_beam_options(arguments: Sequence[str]) -> None:
    """Raise :class:`RecipeError` for an unknown option, value or runner. Beam itself ignores unknown options."""
    stray = [text for text in arguments[:1] if not text.startswith("--")]
    stray += [text for text in arguments if text.startswith("-") and not _OPTION.match(text)]
    if stray:
        raise RecipeError(f"{stray[0]!r} is not an option of Beam; write them as in -- --runner=FnApiRunner")
    options = _parsed(arguments)
    runner = options.view_as(StandardOptions).runner
    if runner is not None:
        _check_runner(runner)
    if is_flink(arguments):
        check_flink(options)
    if runner is None or runner in LOCAL:
        _check_known(options)
    check_dataflow_options(arguments)


def _parsed(arguments: Sequence[str]) -> PipelineOptions:
    errors = io.StringIO()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
            options = PipelineOptions(list(arguments), save_main_session=False)
            options.get_all_options(retain_unknown_options=True)
    except SystemExit as end:
        if end.code == 0:
            raise RecipeError("Beam's --help is not available here; see the documentation of its runners") from None
        reason = errors.getvalue().strip().splitlines()[-1].partition("error: ")[2]
        raise RecipeError(f"Beam's options: {reason}") from None
    except ValueError as error:
        raise RecipeError(f"Beam's options: {error}; write them as in -- --runner=FnApiRunner") from None
    return options


def _check_known(options: PipelineOptions) -> None:
    known = PipelineOptions([]).get_all_options()
    unknown = sorted(set(options.get_all_options(retain_unknown_options=True)) - set(known))
    if unknown:
        raise RecipeError(
            f"Beam has no option --{unknown[0]}; give options of versebench before the --, and those of Beam after it"
        )


def _check_runner(name: str) -> None:
    try:
        create_runner(name)
    except ValueError as error:
        known = ", ".join(StandardOptions.KNOWN_RUNNER_NAMES)
        raise RecipeError(f"{str(error).split('. ')[0]}; Beam's runners are {known}") from None
    except (ImportError, AttributeError, TypeError) as error:
        raise RecipeError(f"the runner {name} cannot be loaded: {error}") from None
