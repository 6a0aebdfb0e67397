"""The small recipe that is run to measure what a large one costs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.selectors.settings import CausalSelector, MaskedSelector, Selectors
from versebench.pipelines.plan.models import ModelUse, measurable, model_uses
from versebench.pipelines.plan.sources import Poem
from versebench.pipelines.recipe.recipe import Recipe
from versebench.transforms.sources.source import POEM_FIELDS, Source
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import ModelTask

RUNS_SHARE = 20
"""Of the runs of delayed beam search one in so many is measured."""

_ALSO_SAID = frozenset(
    {
        *("precision", "reductions", "token_scores", "start", "leading_space", "line_breaks"),
        *("pseudo_log_likelihood", "direction", "padding"),
    }
)
"""What a recipe says of a model that is said of its stand-in too. The rest is about its tokenizer, its layers, or the
machine that it needs."""


@dataclass(frozen=True)
class Sample:
    """What is run: a recipe, and for each task and scorer of the large recipe the one that is measured for it.

    Where several are measured by one task or scorer, the recipe holds it once.
    """

    recipe: Recipe
    tasks: tuple[Task, ...]
    scorers: tuple[ScorerSettings, ...]


def write_poems(poems: Sequence[Poem], path: Path) -> None:
    """Poems by their fields, one a line."""
    lines = [json.dumps({name: poem[name] for name in POEM_FIELDS if poem[name]}) for poem in poems]
    path.write_text("".join(f"{line}\n" for line in lines))


def sample_of(recipe: Recipe, path: Path, tried: int) -> Sample:
    """What measures a recipe: one shard of the poems of a file, every pair, models asked about ``tried`` poems.

    Models that are not here are replaced by shipped ones, a thesaurus of the network by WordNet.
    """
    first = recipe.sources[0]
    fields = {name: name for name in POEM_FIELDS}
    source = Source(name=first.name, path=str(path), format="jsonl", licence=first.licence, fields=fields)
    models = {use.place: _measured(use) for use in model_uses(recipe)}
    scorers = tuple(one for one in models.values() if isinstance(one, ScorerSettings))
    tasks = tuple(_small(task, tried) for task in recipe.tasks)
    generator = models.get("generator")
    changes = {
        "previous": None,
        "sources": [source],
        "ingest": recipe.ingest.model_copy(update={"rows_per_shard": 10_000}),
        "thesaurus": "wordnet",
        "tasks": list({task.label: task for task in tasks}.values()),
        "models": list(
            {one.model: one for one in scorers if generator is None or one.model != generator.model}.values()
        ),
        "generator": generator,
        "selectors": _selectors(models.get("selectors.masked"), models.get("selectors.causal")),
    }
    return Sample(recipe.model_copy(update=changes), tasks, scorers)


def _measured(use: ModelUse) -> ScorerSettings | CandidateModelSettings:
    found = measurable(use)
    if not found.stands_in:
        return use.settings
    said = use.settings.model_dump(mode="json")
    values = {"model": found.measured, **{name: said[name] for name in _ALSO_SAID & set(said)}}
    if "family" in said:
        values["family"] = said["family"]
    if said.get("unigrams"):
        values["unigrams"] = "own"
    return type(use.settings).model_validate_json(json.dumps(values))


def _selectors(masked: object, causal: object) -> Selectors | None:
    if not isinstance(masked, MaskedSelector) or not isinstance(causal, CausalSelector):
        return None
    return Selectors(masked=masked, causal=causal)


def _small(task: Task, tried: int) -> Task:
    values = {**task.model_dump(mode="json"), "pairs": "all"}
    if isinstance(task, ModelTask):
        values["poems"] = tried
    if isinstance(task, CompleteLineDelayedBeam):
        values["runs"] = -(-task.runs // RUNS_SHARE)
    return type(task).model_validate_json(json.dumps(values))
