"""Which runs of a recipe are committed under a root, found out without writing to it.

The id of a run follows from what its stage reads. So the stages themselves are called, in a folder of links to the
files of the root, with a runner that runs nothing.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import UserError
from versebench.pipelines.lifecycle.recorded_inputs import keep_version_if_unchanged
from versebench.pipelines.plan.work import candidates_of, score_of
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.declaration import Stage
from versebench.pipelines.stages.registry import CANDIDATES, SCORE
from versebench.pipelines.stages.score import score
from versebench.storage import filesystem
from versebench.transforms.tasks.model_task import model_tasks

if TYPE_CHECKING:
    import apache_beam as beam

COMMITTED = "committed"
TO_BE_MADE = "to be made"

_OWN_SHARDS = frozenset({"ingest", "lexicon"})
"""Stages whose number of shards follows from what they read; most have one for each shard of the poems."""


class _NotCommittedError(Exception):
    """A stage would run, as ``shards`` of its shards are not committed."""

    def __init__(self, shards: int) -> None:
        super().__init__(shards)
        self.shards = shards


@dataclass(frozen=True)
class _NoRunner(Runner):
    """Runs nothing, and raises for work that is not committed."""

    def run(self, title: str, elements: int, build: Callable[["beam.Pipeline"], None], done: Callable[[], int]) -> None:  # noqa: ARG002
        """Raises :class:`_NotCommittedError`."""
        raise _NotCommittedError(elements)


@dataclass(frozen=True)
class RunStates:
    """The state of each piece of work by its name, and ``otherwise`` for any other work.

    ``problem`` is the error that the release would end with, if the committed runs show one.
    """

    states: Mapping[str, str]
    otherwise: str = TO_BE_MADE
    problem: str | None = None

    def of(self, work: str) -> str:
        """The state of a piece of work."""
        return self.states.get(work, self.otherwise)


def run_states(recipe: Recipe, root: str) -> RunStates:
    """How much of a recipe is committed under a root. Work that depends on uncommitted work is to be made.

    A root on an object store is not read.
    """
    if not filesystem.is_local(root):
        return RunStates({}, otherwise="not checked")
    states: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="versebench-dry-run-") as links:
        _link(Path(root), Path(links))
        try:
            chain = Chain(recipe, links, _NoRunner())
            keep_version_if_unchanged(chain)
            _walk(chain, states)
        except UserError as error:
            return RunStates(states, problem=str(error))
    return RunStates(states)


def _link(root: Path, links: Path) -> None:
    """Link the files of runs and releases, and the files next to them."""
    for folder in (*root.glob("*/"), *root.glob("*/*/"), *root.glob("releases/*/*/")):
        here = links / folder.relative_to(root)
        here.mkdir(exist_ok=True)
        for file in folder.iterdir():
            if file.is_file():
                (here / file.name).symlink_to(file.absolute())


def _walk(chain: Chain, states: dict[str, str]) -> None:
    """Note the state of stage after stage, up to the first that is not committed."""
    for stages in _in_order(chain):
        for work, run in stages.items():
            states[work] = _state(run, None if work in _OWN_SHARDS else chain.ingest().run.shards)
        if any(states[work] != COMMITTED for work in stages):
            return


def _in_order(chain: Chain) -> Iterator[dict[str, Callable[[], object]]]:
    """The calls that run each stage, by the name of the work; calls in one mapping do not depend on each other."""
    for stage in chain.stages:
        yield _pieces(chain, stage)
    yield {"assemble": partial(assemble, chain)}


def _pieces(chain: Chain, stage: Stage[Any]) -> dict[str, Callable[[], object]]:
    """The pieces of work of a stage: one for each task or model, if it has runs for each."""
    if stage == CANDIDATES:
        places = [chain.recipe.tasks.index(task) for task in model_tasks(chain.recipe.tasks)]
        return {candidates_of(place): chain.candidates for place in places}  # committed where all of them are
    if stage == SCORE:
        arguments = chain.recipe.seed, chain.root, chain.runner, chain.corrupt()
        return {
            score_of(place): partial(score, [scorer], *arguments) for place, scorer in enumerate(chain.recipe.models)
        }
    return {stage.name: partial(chain.result, stage)}


def _state(run: Callable[[], object], shards: int | None) -> str:
    try:
        run()
    except _NotCommittedError as error:
        if shards is None or error.shards >= shards:
            return TO_BE_MADE
        return f"{shards - error.shards} of {shards} shards"
    return COMMITTED
