"""Make a release from a script, as the command does."""

from collections.abc import Sequence

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.lifecycle.recorded_inputs import keep_version_if_unchanged
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.notebook.opened_release import OpenedRelease, open_release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.local.processes import Workers
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ingest import source_files
from versebench.storage.root_lock import lock_root


def make_release(recipe: str, root: str, workers: Workers, overrides: Sequence[str]) -> OpenedRelease:
    """Run what is not committed yet, validate, package, and open the release.

    Raises :class:`versebench.pipelines.errors.UserError`, which says what to do.
    """
    chain = Chain(load_recipe(recipe, list(overrides)), root, Runner(workers=workers))
    source_files(chain.recipe)  # Fails before the root is made if a path is wrong.
    lock_root(root, _print_waiting)
    keep_version_if_unchanged(chain)
    return open_release(release(chain).folder)


def _print_waiting(process: int | None) -> None:
    print("waiting for another run on this root" + ("" if process is None else f" (process {process})"))  # noqa: T201
