"""Candidates: what models propose for the tasks that need them, one run for each task."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity, UnknownModelError, identify
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.continuity import PreviousAttempts, previous_attempts
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.failure_limit import check_failures
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.pipelines.stages.rank_limits import rank_limits
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.candidates import ATTEMPTS
from versebench.schemas.pairs import ELIGIBILITY
from versebench.transforms.annotation.offers import OfferedTables
from versebench.transforms.candidates.contract import CandidateSource, Request
from versebench.transforms.candidates.poems_to_ask import RAISED, FindPoemsToAsk, PoemsToAsk
from versebench.transforms.candidates.registry import SOURCES
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks import model_task
from versebench.transforms.tasks.model_task import ModelTask

OF_THE_MACHINE = {"device", "accelerator", "min_ram", "training_lines"}
"""Settings of a generator or selector that change no candidate, or that are part of the model's identity."""


@dataclass(frozen=True)
class Offered:
    """The committed candidates of one task."""

    task: ModelTask
    committed: Committed

    @property
    def tables(self) -> OfferedTables:
        """The candidates in the form in which tasks read them."""
        run, manifest = self.committed.run, self.committed.manifest
        source = SOURCES[self.task.candidates]
        return OfferedTables(self.task.offered_as, source.table.name, source.offers, run.directory, manifest)


def model_tasks(recipe: Recipe) -> tuple[ModelTask, ...]:
    """The tasks of a recipe that need a model."""
    return model_task.model_tasks(recipe.tasks)


def identify_generator(recipe: Recipe) -> ModelIdentity | None:
    """The generator of a recipe. Raises :class:`RecipeError` if it is missing, or is also one of the scorers."""
    if recipe.generator is None:
        return None
    generator = _identify("generator", recipe.generator)
    for place, scorer in enumerate(identify_models(recipe.models)):
        if scorer.revision == generator.revision:
            raise RecipeError(
                f"generator: {generator.name} is also the scorer models.{place}, and a model must not score its own "
                "text; name another generator, or remove the model from models"
            )
    return generator


def identify_selectors(recipe: Recipe) -> tuple[ModelIdentity, ModelIdentity] | None:
    """The masked and the causal selector of a recipe.

    Raises :class:`RecipeError` if one is missing, or is also a scorer and the recipe does not allow that.
    """
    if recipe.selectors is None:
        return None
    selectors = recipe.selectors
    found = _identify("selectors.masked", selectors.masked), _identify("selectors.causal", selectors.causal)
    if not selectors.may_score:
        for key, selector in zip(("masked", "causal"), found, strict=True):
            if (place := _place_of_scorer(recipe, selector)) is not None:
                raise RecipeError(
                    f"selectors.{key}: {selector.name} is also the scorer models.{place}, and would score words "
                    "that it chose itself; name another selector, or set selectors.may_score: true"
                )
    return found


def is_scorer(recipe: Recipe, model: ModelIdentity) -> bool:
    """Whether a model is a scorer of a recipe."""
    return _place_of_scorer(recipe, model) is not None


def _place_of_scorer(recipe: Recipe, model: ModelIdentity) -> int | None:
    """The place of a model among the scorers of a recipe; None if it is not one."""
    scorers = identify_models(recipe.models)
    return next((place for place, scorer in enumerate(scorers) if scorer.revision == model.revision), None)


def _models_of(source: CandidateSource, recipe: Recipe) -> Iterator[tuple[str, CandidateModelSettings, ModelIdentity]]:
    """Each model of a source, with its name there. Raises :class:`RecipeError` if one is missing."""
    for name, settings in source.models(_settings(source, recipe)).items():
        key = name if name == source.asks else f"{source.asks}.{name}"
        yield name, settings, _identify(key, settings)


def _settings(source: CandidateSource, recipe: Recipe) -> Any:
    """The recipe's value of the key that a source needs."""
    return None if source.asks is None else getattr(recipe, source.asks, None)


def _identify(key: str, settings: CandidateModelSettings) -> ModelIdentity:
    try:
        return identify(settings.model, settings.revision)
    except UnknownModelError as error:
        raise RecipeError(f"{key}: {error}") from None


def offer(
    recipe: Recipe,
    root: str,
    runner: Runner,
    cleaned: Committed,
    annotated: Committed,
    lexicon: Lexicon,
    previous: Previous | None = None,
) -> list[Offered]:
    """The candidates of every task that needs them, in the recipe's order; tasks that share candidates appear once.

    Models are asked first about the poems that they were asked about in the previous release.
    """
    tasks = list({task.offered_as: task for task in reversed(model_tasks(recipe))}.values())[::-1]
    if not tasks:
        return []
    kept = previous_attempts(previous, tasks, cleaned.run.shards)
    stage = _Offering(recipe, root, runner, cleaned, annotated, lexicon, kept)
    wanted = stage.wanted(tasks)
    sizes = {task.offered_as: task.poems for task in tasks if task.poems != "all"}
    limits = rank_limits("candidates: sampling", runner, wanted, sizes, [task.offered_as for task in tasks])
    tried = (PoemsToAsk(wanted.run.directory, wanted.manifest, name, limit) for name, limit in limits.items())
    offered = [Offered(task, stage.made(task, poems)) for task, poems in zip(tasks, tried, strict=True)]
    for candidates in offered:
        rows = candidates.committed.manifest.counts["in"]
        check_failures(recipe, candidates.committed, RAISED, rows, ATTEMPTS.name, runner.log)
    return offered


@dataclass(frozen=True)
class _Offering:
    """The stages that make the candidates of a recipe."""

    recipe: Recipe
    root: str
    runner: Runner
    cleaned: Committed
    annotated: Committed
    lexicon: Lexicon
    kept: PreviousAttempts | None

    def wanted(self, tasks: Sequence[ModelTask]) -> Committed:
        """The poems about which each task's models could be asked, in the order of sampling."""
        inputs = {
            **self._inputs(),
            "version": "wanted.v1",
            "tables": {ELIGIBILITY.name: ELIGIBILITY.version},
            "tasks": [_behaviour(task) for task in tasks],
        }
        run = stage_run(self.root, "wanted", self.cleaned.run.shards, inputs)
        task = FindPoemsToAsk(self._source(), self.lexicon.recall, tuple(tasks), self.recipe.seed, self.kept)
        return run_stage(run, inputs, task, self.runner)

    def made(self, task: ModelTask, tried: PoemsToAsk) -> Committed:
        """The candidates of one task, from its source."""
        source, recipe = SOURCES[task.candidates], self.recipe
        models = list(_models_of(source, recipe))
        request = Request(
            task,
            self._source(),
            self.lexicon.recall,
            tried,
            recipe.seed,
            recipe.thesaurus,
            _settings(source, recipe),
            {name: identity for name, _, identity in models},
        )
        inputs = {
            **self._inputs(),
            "version": source.version,
            "tables": {table.name: table.version for table in (source.table, ATTEMPTS)},
            "task": _behaviour(task),
            "limit": tried.limit,
            **source.inputs(request),
            **{name: _model(settings, identity) for name, settings, identity in models},
        }
        run = stage_run(self.root, source.stage, self.cleaned.run.shards, inputs)
        hints = _hints(models[0][1]) if models else {}
        return run_stage(run, inputs, source.shard_task(request), self.runner, hints)

    def _source(self) -> AnnotatedSource:
        cleaned, annotated = self.cleaned, self.annotated
        return AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)

    def _inputs(self) -> dict[str, Any]:
        return {
            "inputs": {
                "poems": self.cleaned.manifest.tables["poems"].content_hash,
                "annotation": self.annotated.manifest.tables["annotation"].content_hash,
                "lexicon": self.lexicon.committed.manifest.tables["lexicon"].content_hash,
            },
            "rhymes": self.recipe.ear.rhyme_settings.described(),
            **self.lexicon.inputs(),
            "seed": self.recipe.seed,
            **({} if self.kept is None else {"previous": self.kept.content_hash}),
        }


def _behaviour(task: ModelTask) -> dict[str, Any]:
    """What decides the candidates of a poem, and the order in which poems are sampled."""
    return {"label": task.offered_as, "sample": task.sample_name, **task.asking_behaviour}


def _model(settings: CandidateModelSettings, identity: ModelIdentity) -> dict[str, Any]:
    deciding = settings.model_dump(exclude={"model", "revision", *OF_THE_MACHINE})
    return {"name": identity.name, "revision": identity.revision, **deciding}


def _hints(settings: CandidateModelSettings) -> dict[str, str]:
    """Beam's resource hints for a model."""
    names = ("accelerator", "min_ram")
    return {name: hint for name in names if (hint := getattr(settings, name)) is not None}


def resolved(recipe: Recipe) -> dict[str, Any]:
    """The models of candidates as a release states them, by the recipe's keys: name, revision, deciding settings."""
    stated: dict[str, Any] = {}
    for source in SOURCES.values():
        if source.asks in type(recipe).model_fields:
            stated.setdefault(source.asks, _resolved(source, recipe))
    return stated


def _resolved(source: CandidateSource, recipe: Recipe) -> Mapping[str, Any] | None:
    if _settings(source, recipe) is None:
        return None
    models = {name: _model(settings, identity) for name, settings, identity in _models_of(source, recipe)}
    single: dict[str, Any] | None = models.get(str(source.asks))
    return models if single is None else single
