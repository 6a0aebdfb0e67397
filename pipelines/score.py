"""Score: each judge over every shard of the pairs, then its decisions, then the accuracies of all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from models.judges.contract import Convention
from models.judges.identity import ModelIdentity, UnknownModelError, identify
from pipelines.errors import RecipeError
from pipelines.recipe import Model, Recipe
from pipelines.runner import Runner
from pipelines.stage import Committed, run_stage, stage_run
from schemas.poems import REJECTS
from schemas.scores import DECISIONS, RESULTS, SCORES
from transforms.accuracy import clustered_interval
from transforms.decide import STATISTICS, DecideShard
from transforms.score_shard import ScoreShard

VERSION = "score.v1"


@dataclass(frozen=True)
class Judged:
    """One model of the recipe: what it is, its scores, and its decisions."""

    identity: ModelIdentity
    convention: Convention
    scores: Committed
    decisions: Committed


def identify_models(recipe: Recipe) -> list[ModelIdentity]:
    """The recipe's models with their revisions. Raises :class:`RecipeError` for one that is not there."""
    identities = []
    for place, model in enumerate(recipe.models):
        try:
            identities.append(identify(model.model, model.revision))
        except UnknownModelError as error:
            raise RecipeError(f"models.{place}: {error}") from None
    names = [identity.name for identity in identities]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RecipeError(f"two models are called {twice!r} in the rows; rename the folder of one")
    return identities


def score(recipe: Recipe, root: str, runner: Runner, corrupted: Committed) -> list[Judged]:
    """Scores and decisions of every model, each in a run of its own: a further model leaves the others as they are."""
    return [
        _judge(model, identity, root, runner, corrupted)
        for model, identity in zip(recipe.models, identify_models(recipe), strict=True)
    ]


def _judge(model: Model, identity: ModelIdentity, root: str, runner: Runner, corrupted: Committed) -> Judged:
    convention = Convention(model.line_breaks)
    pairs = corrupted.manifest.tables["pairs"].content_hash
    made_of: dict[str, Any] = {
        "version": VERSION,
        "tables": {table.name: table.version for table in (SCORES, REJECTS)},
        "inputs": {"pairs": pairs},
        "model": {"name": identity.name, "revision": identity.revision},
        "convention": convention.name,
        "token_scores": model.token_scores,
    }
    run = stage_run(root, "score", corrupted.run.shards, made_of)
    task = ScoreShard(corrupted.run.directory, corrupted.manifest, identity, convention, model.token_scores)
    scores = run_stage(run, made_of, task, runner)
    return Judged(identity, convention, scores, _decide(model, root, runner, corrupted, scores))


def _decide(model: Model, root: str, runner: Runner, corrupted: Committed, scores: Committed) -> Committed:
    reductions = tuple(model.reductions)
    made_of = {
        "version": "decide.v1",
        "tables": {DECISIONS.name: DECISIONS.version},
        "inputs": {
            name: of.manifest.tables[name].content_hash for name, of in (("pairs", corrupted), ("scores", scores))
        },
        "reductions": reductions,
    }
    run = stage_run(root, "decide", corrupted.run.shards, made_of)
    task = DecideShard(corrupted.run.directory, corrupted.manifest, scores.run.directory, scores.manifest, reductions)
    return run_stage(run, made_of, task, runner)


def results(judged: Sequence[Judged]) -> pa.Table:
    """The accuracy of every model on every task under every reduction."""
    rows = [row for one in judged for row in _results_of(one)]
    rows.sort(key=lambda row: tuple(str(row[name]) for name in RESULTS.key))
    return pa.Table.from_pylist(rows, RESULTS.schema)


def _results_of(judged: Judged) -> list[dict[str, Any]]:
    counts = judged.decisions.manifest.counts
    keys = [name.split("/")[1:] for name in counts if name.startswith("pairs/")]
    rows = []
    for task, reduction in keys:
        sums = {name: counts[f"{name}/{task}/{reduction}"] for name in STATISTICS}
        interval = clustered_interval(**{name: value for name, value in sums.items() if name != "ties"})
        rows.append(
            {
                "task": task,
                "model": judged.identity.name,
                "revision": judged.identity.revision,
                "convention": judged.convention.name,
                "reduction": reduction,
                **{name: sums[name] for name in ("pairs", "poems", "correct", "ties")},
                "accuracy": interval.share,
                "low": interval.low,
                "high": interval.high,
            }
        )
    return rows
