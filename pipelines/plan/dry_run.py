"""The dry run of a release: what it would do, for how many rows, and what is missing. It writes nothing to the root.

It estimates no costs. To learn them, run the recipe on a small source with the same models, on the same machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from versebench.models.model_settings import ModelSettings
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.plan.models import with_commits
from versebench.pipelines.plan.prerequisites import to_do
from versebench.pipelines.plan.runs import RunStates, run_states
from versebench.pipelines.plan.sources import SourceRows, count_rows
from versebench.pipelines.plan.work import candidates_of, score_of
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.declaration import Stage
from versebench.pipelines.stages.registry import (
    ACCEPTABILITY,
    CANDIDATES,
    COMPARE,
    JUDGEMENTS,
    POEMS,
    SCORE,
    STYLE_SCORES,
    TITLES,
    WRITE,
    stages_of,
)
from versebench.transforms.candidates.registry import SOURCES
from versebench.transforms.tasks.model_task import ModelTask, model_tasks


@dataclass(frozen=True)
class Step:
    """One piece of work. ``state`` says how much of it is committed under the root."""

    stage: str
    does: str
    models: tuple[str, ...]
    state: str


@dataclass(frozen=True)
class TaskSizes:
    """The sizes of a task: its pairs, and the poems about which models are asked (None for a task without models)."""

    task: str
    pairs: int | Literal["all"]
    poems: int | Literal["all"] | None


@dataclass(frozen=True)
class Plan:
    """The plan of a release of a recipe."""

    name: str
    version: str
    sources: tuple[SourceRows, ...]
    shards: int | None
    """Shards of the poems, which limit how many workers have work; None if a source is missing."""
    tasks: tuple[TaskSizes, ...]
    steps: tuple[Step, ...]
    to_do: tuple[str, ...]
    """What a person must do before the release can be made."""


def dry_run(recipe: Recipe, root: str) -> Plan:
    """Plan a release under a root. No model is loaded, and nothing is fetched.

    Raises :class:`versebench.pipelines.errors.RecipeError` if the recipe is wrong. A missing source, extra or revision
    of a model is part of the plan and not an error.
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
    """The pieces of work of a recipe in order, each with its name, what it does, and its models."""
    for stage in stages_of(recipe):
        yield from _pieces(recipe, stage)
    yield "assemble", "Bring the tables together", ()
    yield "validate", "Check every table", ()


def _pieces(recipe: Recipe, stage: Stage[Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The pieces of work of a stage: one for each task or model, if it has runs for each."""
    if stage == CANDIDATES:
        for task in model_tasks(recipe.tasks):
            yield candidates_of(recipe.tasks.index(task)), _asking(task), _asked(recipe, task)
    elif stage == SCORE:
        for place, scorer in enumerate(recipe.models):
            yield score_of(place), _scoring(scorer), (scorer.model,)
    elif stage != COMPARE or sum(len(scorer.conventions) for scorer in recipe.models) > 1:
        detail = _details(recipe).get(stage.name)
        models = tuple(_models(recipe).get(stage.name, ()))
        yield stage.name, f"{stage.title}: {detail}" if detail else stage.title, models


def _details(recipe: Recipe) -> dict[str, str]:
    """What a recipe chooses for its stages, by the name of the stage."""
    return {
        "ingest": ", ".join(f"{source.name} ({source.format})" for source in recipe.sources),
        "lexicon": " and ".join(filter(None, (recipe.ear.lexicon, recipe.ear.pronunciations))),
        "clean": ", ".join(filter_.filter for filter_ in recipe.clean.applied),
        "annotate": f"{recipe.tagger}, {recipe.thesaurus}",
        "corrupt": f"{len(recipe.tasks)} tasks",
        **({TITLES.name: f"{recipe.titles.number:,}"} if isinstance(recipe, ProftapRecipe) else {}),
    }


def _models(recipe: Recipe) -> dict[str, list[str]]:
    """The models of stages that are one piece of work, by the name of the stage."""
    models = {JUDGEMENTS.name: [scorer for study in recipe.studies for scorer in study.scorers]}
    if recipe.acceptability is not None:
        models[ACCEPTABILITY.name] = [recipe.acceptability.scorer.model]
    if isinstance(recipe, GhostwritingRecipe):
        models[WRITE.name] = [
            each.model if isinstance(each, ModelSettings) else each.generator for each in recipe.generators
        ]
        if recipe.items is not None:
            models[STYLE_SCORES.name] = [*recipe.items.models, *(scorer.model for scorer in recipe.models)]
    if isinstance(recipe, ProftapRecipe):
        models[POEMS.name] = [f"{poet.name} ({poet.poet})" for poet in recipe.poets]
    return models


def _asking(task: ModelTask) -> str:
    """A task and its poems, such as "replace_end_word.v1: 300 poems"."""
    poems = "every kept poem" if task.poems == "all" else f"{task.poems:,} poems"
    return f"{task.label}: {poems}"


def _asked(recipe: Recipe, task: ModelTask) -> tuple[str, ...]:
    source = SOURCES[task.candidates]
    if source.asks is None:
        return ()
    return tuple(model.model for model in source.models(getattr(recipe, source.asks)).values())


def _scoring(scorer: ScorerSettings) -> str:
    return f"{scorer.family}, {scorer.precision}: {', '.join(scorer.conventions)}"
