"""Candidates: what models offer for the tasks that need them, each task in a run of its own."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from versebench.models.generators.settings import GeneratorSettings
from versebench.models.generators.training_lines import training_lines_path
from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.identity import ModelIdentity, UnknownModelError, identify
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.continuity import PreviousAttempts, previous_attempts
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.failure_limit import check_processed
from versebench.pipelines.stages.lexicon import Lexicon
from versebench.pipelines.stages.rank_limits import rank_limits
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS, SYNONYMS
from versebench.schemas.pairs import ELIGIBILITY
from versebench.transforms.candidates.complete_shard import CompleteShard
from versebench.transforms.candidates.rank_shard import RankShard
from versebench.transforms.candidates.wanted import RAISED, FindWanted, Tried
from versebench.transforms.mapping.map_shards import ShardTask
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.tasks.complete_line import CompleteLine
from versebench.transforms.tasks.model_task import ModelTask
from versebench.transforms.tasks.offered_tables import OfferedTables
from versebench.transforms.tasks.replace_end_word import ReplaceEndWord

OF_THE_MACHINE = {"device", "accelerator", "min_ram", "training_lines"}
"""What a recipe says of a generator or selector that changes no candidate, or that its identity holds."""


@dataclass(frozen=True)
class Offered:
    """The committed candidates of one task."""

    task: ModelTask
    committed: Committed

    @property
    def tables(self) -> OfferedTables:
        """As the tasks read them."""
        run, manifest = self.committed.run, self.committed.manifest
        return OfferedTables(self.task.offered_as, self.task.asks, run.directory, manifest)


def model_tasks(recipe: Recipe) -> tuple[ModelTask, ...]:
    """The tasks of a recipe that need a model to be made."""
    return tuple(task for task in recipe.tasks if isinstance(task, ModelTask))


def identify_generator(recipe: Recipe) -> ModelIdentity | None:
    """The generator of a recipe. Raises :class:`RecipeError` where it is not there, or scorers as well."""
    if recipe.generator is None:
        return None
    generator = _identify("generator", recipe.generator)
    for place, scorer in enumerate(identify_models(recipe.models)):
        if scorer.revision == generator.revision:
            raise RecipeError(
                f"generator: {generator.name} is also the scorer of models.{place}, and no model may score what "
                "it wrote; name another generator, or take it from the models"
            )
    return generator


def identify_selectors(recipe: Recipe) -> tuple[ModelIdentity, ModelIdentity] | None:
    """The masked and the causal selector of a recipe. Raises :class:`RecipeError` where one is not there."""
    if recipe.selectors is None:
        return None
    selectors = recipe.selectors
    return _identify("selectors.masked", selectors.masked), _identify("selectors.causal", selectors.causal)


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
    """The candidates of every task that needs them, in the recipe's order; tasks that share them stand once.

    The poems of which models were asked in the previous release are asked about before all others.
    """
    tasks = list({task.offered_as: task for task in reversed(model_tasks(recipe))}.values())[::-1]
    if not tasks:
        return []
    kept = previous_attempts(previous, tasks, cleaned.run.shards)
    stage = _Offering(recipe, root, runner, cleaned, annotated, lexicon, kept)
    found = stage.wanted(tasks)
    sizes = {task.offered_as: task.poems for task in tasks if task.poems != "all"}
    limits = rank_limits("candidates: sampling", runner, found, sizes, [task.offered_as for task in tasks])
    tried = (Tried(found.run.directory, found.manifest, name, limit) for name, limit in limits.items())
    offered = [Offered(task, stage.made(task, some)) for task, some in zip(tasks, tried, strict=True)]
    for one in offered:
        rows = one.committed.manifest.counts["in"]
        check_processed(recipe, one.committed, RAISED, rows, ATTEMPTS.name, runner.log)
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
        """For which poems each task's models could be asked, and the order of the poems."""
        made_of = {
            **self._made_of(),
            "version": "wanted.v1",
            "tables": {ELIGIBILITY.name: ELIGIBILITY.version},
            "tasks": [_behaviour(task) for task in tasks],
        }
        run = stage_run(self.root, "wanted", self.cleaned.run.shards, made_of)
        task = FindWanted(self._source(), self.lexicon.recall, tuple(tasks), self.recipe.seed, self.kept)
        return run_stage(run, made_of, task, self.runner)

    def made(self, task: ModelTask, tried: Tried) -> Committed:
        """The candidates of one task."""
        if isinstance(task, CompleteLine):
            return self._completed(task, tried)
        assert isinstance(task, ReplaceEndWord)
        return self._ranked(task, tried)

    def _completed(self, task: CompleteLine, tried: Tried) -> Committed:
        settings, identity = self.recipe.generator, identify_generator(self.recipe)
        assert settings is not None
        assert identity is not None
        made_of = {
            **self._made_of(),
            "version": "complete.v1",
            "tables": {table.name: table.version for table in (COMPLETIONS, ATTEMPTS)},
            "task": _behaviour(task),
            "limit": tried.limit,
            "generator": _model(settings, identity),
            "training_lines": _training_lines(settings, identity),
        }
        source, recall = self._source(), self.lexicon.recall
        work = CompleteShard(source, recall, task, settings, identity, self.recipe.seed, tried)
        return self._run("complete", made_of, work, settings)

    def _ranked(self, task: ReplaceEndWord, tried: Tried) -> Committed:
        selectors, identities = self.recipe.selectors, identify_selectors(self.recipe)
        assert selectors is not None
        assert identities is not None
        made_of = {
            **self._made_of(),
            "version": "rank-synonyms.v1",
            "tables": {table.name: table.version for table in (SYNONYMS, ATTEMPTS)},
            "task": _behaviour(task),
            "limit": tried.limit,
            "thesaurus": self.annotated.manifest.made_of["thesaurus"],
            "masked": _model(selectors.masked, identities[0]),
            "causal": _model(selectors.causal, identities[1]),
        }
        work = RankShard(
            self._source(), self.lexicon.recall, self.recipe.thesaurus, task, selectors, *identities, tried
        )
        return self._run("rank-synonyms", made_of, work, selectors.masked)

    def _run(self, stage: str, made_of: dict[str, Any], task: ShardTask, settings: CandidateModelSettings) -> Committed:
        hints = {name: hint for name in ("accelerator", "min_ram") if (hint := getattr(settings, name)) is not None}
        run = stage_run(self.root, stage, self.cleaned.run.shards, made_of)
        return run_stage(run, made_of, task, self.runner, hints)

    def _source(self) -> AnnotatedSource:
        cleaned, annotated = self.cleaned, self.annotated
        return AnnotatedSource(cleaned.run.directory, cleaned.manifest, annotated.run.directory, annotated.manifest)

    def _made_of(self) -> dict[str, Any]:
        return {
            "inputs": {
                "poems": self.cleaned.manifest.tables["poems"].content_hash,
                "annotation": self.annotated.manifest.tables["annotation"].content_hash,
                "lexicon": self.lexicon.committed.manifest.tables["lexicon"].content_hash,
            },
            "rhymes": asdict(self.recipe.ear.rhyme_settings),
            "seed": self.recipe.seed,
            **({} if self.kept is None else {"previous": self.kept.content_hash}),
        }


def _behaviour(task: ModelTask) -> dict[str, Any]:
    """What decides the candidates of a poem that is asked about, and the order of the poems."""
    return {"label": task.offered_as, "sample": task.sample_name}


def _model(settings: CandidateModelSettings, identity: ModelIdentity) -> dict[str, Any]:
    said = settings.model_dump(exclude={"model", "revision", *OF_THE_MACHINE})
    return {"name": identity.name, "revision": identity.revision, **said}


def _training_lines(settings: GeneratorSettings, identity: ModelIdentity) -> str | None:
    named = settings.training_lines
    if named is None:
        return None
    return hashlib.sha256(training_lines_path(identity, named).read_bytes()).hexdigest()


def resolved(recipe: Recipe) -> dict[str, Any]:
    """Generator and selectors as a release states them: by name and revision, without what is of the machine."""
    said: dict[str, Any] = {"generator": None, "selectors": None}
    generator, selectors = identify_generator(recipe), identify_selectors(recipe)
    if recipe.generator is not None and generator is not None:
        said["generator"] = _model(recipe.generator, generator)
    if recipe.selectors is not None and selectors is not None:
        said["selectors"] = {
            "masked": _model(recipe.selectors.masked, selectors[0]),
            "causal": _model(recipe.selectors.causal, selectors[1]),
        }
    return said
