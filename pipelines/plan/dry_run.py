"""The dry run of a release: what it would do, to how many rows, and what is missing. It makes nothing under its root.

It gives no costs. To learn them, run the recipe on a small source with the same models, on the same machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Literal

from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.plan.models import with_commits
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.runs import RunStates, run_states
from versebench.pipelines.plan.sources import SourceRows, count_rows
from versebench.pipelines.plan.work import candidates_of, score_of, split_of
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.transforms.candidates.registry import SOURCES
from versebench.transforms.tasks.model_task import ModelTask, model_tasks


@dataclass(frozen=True)
class Step:
    """One piece of work. ``state`` is what there is of it under the root."""

    stage: str
    does: str
    models: tuple[str, ...]
    state: str


@dataclass(frozen=True)
class TaskSizes:
    """What a recipe asks of a task: pairs, and of how many poems models are asked (None for a task without models)."""

    task: str
    pairs: int | Literal["all"]
    poems: int | Literal["all"] | None


@dataclass(frozen=True)
class Plan:
    """What a release of a recipe would do."""

    name: str
    version: str
    sources: tuple[SourceRows, ...]
    shards: int | None
    """Shards of the poems, and so the most workers that have work; None if a source is not here."""
    tasks: tuple[TaskSizes, ...]
    steps: tuple[Step, ...]
    to_do: tuple[str, ...]
    """What a person must do before the release can be made."""


def dry_run(recipe: Recipe, root: str) -> Plan:
    """The plan of a release under a root. Nothing is computed by a model, and nothing is fetched.

    Raises :class:`versebench.pipelines.errors.RecipeError` if the recipe is wrong; a commit of a model, a source or an
    extra that is missing is part of the plan.
    """
    checked = with_commits(recipe)
    Chain(checked, root, Runner())  # checks what needs no data
    sources = count_rows(recipe)
    states = run_states(checked, root)
    messages = dict.fromkeys([*to_do(recipe), *filter(None, [states.problem])])
    return Plan(
        recipe.name,
        recipe.version,
        sources,
        _shards(sources, recipe.ingest.rows_per_shard),
        tuple(_sizes(recipe)),
        tuple(_steps(recipe, states)),
        tuple(messages),
    )


def _shards(sources: tuple[SourceRows, ...], rows_per_shard: int) -> int | None:
    rows = [source.rows for source in sources if source.rows is not None]
    return max(1, ceil(sum(rows) / rows_per_shard)) if len(rows) == len(sources) else None


def _sizes(recipe: Recipe) -> Iterator[TaskSizes]:
    poems = {task.label: task.poems for task in model_tasks(recipe.tasks)}
    for task in recipe.tasks:
        yield TaskSizes(task.label, task.pairs, poems.get(task.label))


def _steps(recipe: Recipe, states: RunStates) -> Iterator[Step]:
    for stage, does, models in _work(recipe):
        yield Step(stage, does, tuple(dict.fromkeys(models)), states.of(stage))


def _work(recipe: Recipe) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each piece of work of a recipe in order: its name, what it does, and its models."""
    sources = ", ".join(f"{source.name} ({source.format})" for source in recipe.sources)
    filters = ", ".join(filter_.filter for filter_ in recipe.clean.applied)
    yield "ingest", f"reads {sources}, drops duplicates", ()
    yield "words", "lists the distinct words", ()
    yield "lexicon", f"pronounces each word: {recipe.ear.pronunciations}", ()
    yield "clean", f"keeps by {filters}", ()
    for stage in split_of(recipe):
        yield stage, "finds near-duplicates, draws the split", ()
    yield "annotate", f"words, sounds, {recipe.tagger}, {recipe.thesaurus}", ()
    for task in model_tasks(recipe.tasks):
        yield candidates_of(recipe.tasks.index(task)), _asking(task), _asked(recipe, task)
    yield "corrupt", f"makes the pairs of {len(recipe.tasks)} tasks", ()
    for place, scorer in enumerate(recipe.models):
        yield score_of(place), _scoring(scorer), (scorer.model,)
    if sum(len(scorer.conventions) for scorer in recipe.models) > 1:
        yield "compare", "compares every two scorers", ()
    yield "assemble", "brings the tables together", ()
    yield "validate", "checks every table", ()


def _asking(task: ModelTask) -> str:
    """Such as "replace_end_word.v1: 300 poems"."""
    poems = "every kept poem" if task.poems == "all" else f"{task.poems:,} poems"
    return f"{task.label}: {poems}"


def _asked(recipe: Recipe, task: ModelTask) -> tuple[str, ...]:
    source = SOURCES[task.candidates]
    if source.asks is None:
        return ()
    return tuple(model.model for model in source.models(getattr(recipe, source.asks)).values())


def _scoring(scorer: ScorerSettings) -> str:
    return f"{scorer.family}, {scorer.precision}: {', '.join(scorer.conventions)}"
