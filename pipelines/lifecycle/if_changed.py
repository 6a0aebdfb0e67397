"""Scheduled releases: make a release if something is new, and write a short report to mail if it fails."""

import time
from collections.abc import Callable
from typing import TypeVar

from versebench.pipelines.errors import RecipeError, UserError
from versebench.pipelines.lifecycle.release_folders import release_folder, released_versions
from versebench.pipelines.recipe.recipe import AUTO, LATEST, Recipe
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.secrets import without_secrets
from versebench.transforms.mapping.failure import explain_os_error

T = TypeVar("T")

_LINES = 60
"""Most lines of a problem that a report repeats."""


class NotReleasedError(UserError):
    """No new release; the message is the report."""

    def __init__(self, report: str, exit_code: int) -> None:
        super().__init__(report)
        self.exit_code = exit_code


def check_scheduled(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if a recipe cannot be released repeatedly."""
    if recipe.version != AUTO:
        raise RecipeError(
            f"version: {recipe.version} is fixed, but each new release needs a new version; for --if-changed write "
            f"version: {AUTO}, or give --set version={AUTO}"
        )
    if recipe.follows != LATEST:
        raise RecipeError(
            f"previous: {recipe.previous} is fixed, but the previous release changes with each new one; for "
            f"--if-changed write previous: {LATEST}, or leave it out"
        )


def reported(recipe: Recipe, root: str, work: Callable[[], T]) -> T:
    """Call ``work``, which makes a release; if it fails, write a report under ``<root>/reports``.

    Raises :class:`NotReleasedError`, whose message is the report, with the exit code of the error.
    """
    try:
        return work()
    except (UserError, DamagedShardError, OSError) as error:
        problem = explain_os_error(error) if isinstance(error, OSError) else str(error)
        report = _write(recipe.name, root, problem)
        raise NotReleasedError(report, error.exit_code if isinstance(error, UserError) else 1) from None


def _write(name: str, root: str, problem: str) -> str:
    now = time.gmtime()
    path = filesystem.join(root, "reports", f"{name}-{time.strftime('%Y%m%dT%H%M%SZ', now)}.txt")
    report = render_report(name, time.strftime("%Y-%m-%d %H:%M:%S UTC", now), _newest(name, root), problem, path)
    filesystem.write_bytes(path, (without_secrets(report) + "\n").encode())
    return report


def render_report(name: str, when: str, newest: str, problem: str, path: str) -> str:
    """The report as plain text, without a newline at its end."""
    lines = problem.splitlines()
    shown = lines if len(lines) <= _LINES else [*lines[:_LINES], f"... and {len(lines) - _LINES} more lines"]
    return "\n".join(
        [
            f"no new release of {name}",
            f"when:           {when}",
            f"newest release: {newest}",
            f"this report:    {path}",
            "",
            *shown,
            "",
            "Fix the problem above; the next run continues from what is committed.",
        ]
    )


def _newest(name: str, root: str) -> str:
    versions = released_versions(root, name)
    return f"{versions[-1]}, unchanged, in {release_folder(root, name, versions[-1])}" if versions else "none yet"
