"""Score: each scorer over every shard of the pairs, then its decisions, then the accuracies of all."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from versebench.models.scorers.contract import ModelLoadError, Precision
from versebench.models.scorers.files_present import check_files
from versebench.models.scorers.identity import ModelIdentity, UnknownModelError, identify
from versebench.models.scorers.rescore import TooFewPairsError, error_bound
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.unigrams import read_unigrams, unigrams_path
from versebench.models.scorers.xlnet.padding import PaddingError
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.poems import REJECTS
from versebench.schemas.scores import DECISIONS, PRECISION_SAMPLE, RESULTS, SCORES
from versebench.storage.manifest import read_table
from versebench.transforms.mapping.asked_models import FALLBACK
from versebench.transforms.scoring.decide import STATISTICS, DecideShard
from versebench.transforms.scoring.rescore_shard import FirstPass, RescoreShard, SampleShard
from versebench.transforms.scoring.score_shard import ScoreShard
from versebench.transforms.scoring.scoring import WorkerScorer
from versebench.transforms.scoring.works import Works
from versebench.transforms.statistics.accuracy import clustered_interval

VERSION = "score.v2"

SAMPLE_SHARE = 0.02
SAMPLE_PAIRS = 400
"""A ``bf16-then-fp32`` run scores this share of the poems in both precisions, or, if that is more, as many poems as
have about ``SAMPLE_PAIRS`` pairs."""


@dataclass(frozen=True)
class Series:
    """A model under one convention: its scores, which it shares with its other conventions, and its decisions."""

    settings: ScorerSettings
    identity: ModelIdentity
    convention: str
    label: str
    """The name of the model's scores in messages."""
    scores: Committed
    decisions: Committed
    fallbacks: Mapping[str, int]
    """Fallbacks in the runs of the model's scores (what did not go as planned), and how often each happened."""

    @property
    def precision(self) -> str:
        """The precision that the recipe asks for."""
        return self.settings.precision


@dataclass(frozen=True)
class _Named:
    """A model of the recipe with its identity, and its name in messages."""

    settings: ScorerSettings
    identity: ModelIdentity
    label: str


def identify_models(models: Sequence[ScorerSettings]) -> list[ModelIdentity]:
    """The models of a recipe with their revisions.

    Raises :class:`RecipeError` for a model that is missing, is listed twice, or does not support the recipe's settings.
    """
    identities = [_identify(place, model) for place, model in enumerate(models)]
    known: dict[str, ModelIdentity] = {}
    listed: set[tuple[str, str]] = set()
    for identity, model in zip(identities, models, strict=True):
        if known.setdefault(identity.name, identity) != identity:
            raise RecipeError(f"two models would have the name {identity.name!r} in the tables; rename a folder")
        for convention in model.conventions:
            if (identity.name, convention) in listed:
                raise RecipeError(f"the model {identity.name!r} is listed twice under {convention}; list each once")
            listed.add((identity.name, convention))
    return identities


def _identify(place: int, model: ScorerSettings) -> ModelIdentity:
    try:
        identity = identify(model.model, model.revision)
        check_files(identity, model.family)
        _ = model.conventions
        if model.unigrams is not None:
            read_unigrams(unigrams_path(identity, model.unigrams))
    except (UnknownModelError, PaddingError, ModelLoadError) as error:
        raise RecipeError(f"models.{place}: {error}") from None
    return identity


def score(
    models: Sequence[ScorerSettings],
    seed: int,
    root: str,
    runner: Runner,
    corrupted: Committed,
    poems: Committed | None,
) -> list[Series]:
    """Score and decide with every model, each in runs of its own, so that another model does not change the others.

    ``poems`` are those that the pairs were made of; without them, each poem counts as a work of its own.
    """
    scorings = [_Scoring(named, root, runner, corrupted, poems) for named in _named(models)]
    return [series for scoring in scorings for series in _scorer(scoring, seed)]


def _named(models: Sequence[ScorerSettings]) -> list[_Named]:
    identities = identify_models(models)
    names = [identity.name for identity in identities]
    labels = [
        name if names.count(name) == 1 else f"{name}, {', '.join(model.conventions)}"
        for model, name in zip(models, names, strict=True)
    ]
    return list(map(_Named, models, identities, labels))


def _scorer(stages: "_Scoring", seed: int) -> list[Series]:
    named, settings = stages.named, stages.named.settings
    scores = stages.rescored(seed) if settings.precision == "bf16-then-fp32" else stages.scored(settings.precision)
    return [
        Series(
            settings,
            named.identity,
            convention,
            named.label,
            scores,
            stages.decided(scores, convention),
            fallbacks_of(stages.runs),
        )
        for convention in settings.conventions
    ]


def fallbacks_of(runs: Sequence[Committed]) -> dict[str, int]:
    """Fallbacks in some runs that ask models (what did not go as planned), and how often each happened."""
    counts = Counter[str]()
    for run in runs:
        fallbacks = {name: times for name, times in run.manifest.counts.items() if name.startswith(FALLBACK)}
        counts.update({name.removeprefix(FALLBACK): times for name, times in fallbacks.items()})
    return dict(sorted(counts.items()))


@dataclass(frozen=True)
class _Scoring:
    """The stages of one model."""

    named: _Named
    root: str
    runner: Runner
    corrupted: Committed
    poems: Committed | None
    runs: list[Committed] = field(default_factory=list)
    """The runs so far in which the model was asked."""

    def scored(self, precision: Precision) -> Committed:
        """Score all texts in one precision."""
        inputs = {
            **self._inputs(),
            "version": VERSION,
            "tables": {table.name: table.version for table in (SCORES, REJECTS)},
            "precision": precision,
        }
        task = ScoreShard(self.corrupted.run.directory, self.corrupted.manifest, self._scoring(precision))
        return self._run("score", inputs, task)

    def rescored(self, seed: int) -> Committed:
        """Score all texts in bf16, and again in fp32 those whose decision bf16 could change."""
        bf16 = self.scored("bf16")
        first = FirstPass(self.corrupted.run.directory, self.corrupted.manifest, bf16.run.directory, bf16.manifest)
        sample = self._sample(first, bf16, seed)
        bounds = self._bounds(sample)
        inputs = {
            **self._inputs(),
            "version": "rescore.v1",
            "tables": {table.name: table.version for table in (SCORES, REJECTS)},
            "bf16": _hashes(bf16, "scores", "rejects"),
            "sample": _hashes(sample, "scores", "rejects"),
            "bounds": bounds,
        }
        task = RescoreShard(first, sample.run.directory, sample.manifest, self._scoring("fp32"), bounds)
        return self._run("rescore", inputs, task)

    def _sample(self, first: FirstPass, bf16: Committed, seed: int) -> Committed:
        pairs = sum(file.rows for file in self.corrupted.manifest.tables["pairs"].files)
        share = min(1.0, max(SAMPLE_SHARE, SAMPLE_PAIRS / max(1, pairs)))
        reductions = tuple(self.named.settings.reductions)
        inputs = {
            **self._inputs(),
            "version": "precision-sample.v1",
            "tables": {table.name: table.version for table in (SCORES, REJECTS, PRECISION_SAMPLE)},
            "bf16": _hashes(bf16, "scores", "rejects"),
            "reductions": reductions,
            "seed": seed,
            "share": share,
        }
        return self._run("precision-sample", inputs, SampleShard(first, self._scoring("fp32"), reductions, seed, share))

    def _bounds(self, sample: Committed) -> dict[str, dict[str, float | None]]:
        """Error bounds by convention and reduction; None if there are too few pairs, so that all are scored again."""
        tables = (
            read_table(sample.run.directory, sample.manifest, "precision_sample", shard)
            for shard in range(sample.run.shards)
        )
        margins: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
        for row in pa.concat_tables(tables).to_pylist():
            both = margins.setdefault((row["convention"], row["reduction"]), ([], []))
            both[0].append(row["margin_bf16"])
            both[1].append(row["margin_fp32"])
        settings = self.named.settings
        return {
            convention: {
                reduction: _bound(*margins.get((convention, reduction), ([], []))) for reduction in settings.reductions
            }
            for convention in settings.conventions
        }

    def decided(self, scores: Committed, convention: str) -> Committed:
        """Decide all pairs under one convention."""
        reductions = tuple(self.named.settings.reductions)
        inputs = {
            "version": "decide.v3",
            "tables": {DECISIONS.name: DECISIONS.version},
            "inputs": {**_hashes(self.corrupted, "pairs"), **_hashes(scores, "scores")},
            "convention": convention,
            "reductions": reductions,
            "poems": None if self.poems is None else _hashes(self.poems, "poems"),
        }
        pairs_at = self.corrupted.run.directory, self.corrupted.manifest
        works = None if self.poems is None else Works(self.poems.run.directory, self.poems.manifest)
        task = DecideShard(*pairs_at, scores.run.directory, scores.manifest, convention, reductions, works)
        run = stage_run(self.root, "decide", self.corrupted.run.shards, inputs)
        return run_stage(run, inputs, task, self.runner)

    def _scoring(self, precision: Precision) -> WorkerScorer:
        return WorkerScorer(self.named.settings, self.named.identity, precision)

    def _inputs(self) -> dict[str, Any]:
        settings, identity = self.named.settings, self.named.identity
        return {
            "inputs": _hashes(self.corrupted, "pairs"),
            "model": {"name": identity.name, "revision": identity.revision, "family": settings.family},
            "conventions": list(settings.conventions),
            "engine": settings.engine.model_dump(exclude={"shared", "accelerator", "min_ram", "nvme_path"}),
            "token_scores": settings.token_scores,
            "unigrams": self._unigrams(),
        }

    def _unigrams(self) -> str | None:
        unigrams = self.named.settings.unigrams
        if unigrams is None:
            return None
        return hashlib.sha256(unigrams_path(self.named.identity, unigrams).read_bytes()).hexdigest()

    def _run(self, stage: str, inputs: dict[str, Any], task: ScoreShard | SampleShard | RescoreShard) -> Committed:
        engine = self.named.settings.engine
        hints = {name: hint for name in ("accelerator", "min_ram") if (hint := getattr(engine, name)) is not None}
        run = stage_run(self.root, stage, self.corrupted.run.shards, inputs)
        self.runs.append(run_stage(run, inputs, task, self.runner, hints))
        return self.runs[-1]


def _bound(bf16: list[float], fp32: list[float]) -> float | None:
    try:
        return error_bound(bf16, fp32)
    except TooFewPairsError:
        return None


def _hashes(committed: Committed, *tables: str) -> dict[str, str]:
    return {name: committed.manifest.tables[name].content_hash for name in tables}


def scored_once(series: Sequence[Series]) -> list[Series]:
    """The first series of each run of scores, which several conventions share."""
    return list({each.scores.run.directory: each for each in reversed(series)}.values())[::-1]


def results(series: Sequence[Series]) -> pa.Table:
    """The accuracy of every series for every task and reduction."""
    rows = [row for each in series for row in results_of(each, each.decisions.manifest.counts)]
    rows.sort(key=lambda row: tuple(str(row[name]) for name in RESULTS.key))
    return pa.Table.from_pylist(rows, RESULTS.schema)


def results_of(series: Series, counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """The rows of results of one series, from counts ``<statistic>/<task>/<reduction>`` of its decisions."""
    keys = [name.split("/")[1:] for name in counts if name.startswith("pairs/")]
    rows = []
    for task, reduction in keys:
        sums = {name: counts[f"{name}/{task}/{reduction}"] for name in STATISTICS}
        interval = clustered_interval(**{name: value for name, value in sums.items() if name != "ties"})
        rows.append(
            {
                "task": task,
                "model": series.identity.name,
                "revision": series.identity.revision,
                "family": series.settings.family,
                "convention": series.convention,
                "precision": series.precision,
                "reduction": reduction,
                **{name: sums[name] for name in ("pairs", "poems", "correct", "ties")},
                "accuracy": interval.share,
                "low": interval.low,
                "high": interval.high,
            }
        )
    return rows


def series_runs(series: list[Series]) -> dict[str, Committed]:
    """The committed runs of scoring, by the name under which records show them."""
    scores = {f"score {each.label}": each.scores for each in scored_once(series)}
    return scores | {f"decide {each.identity.name}, {each.convention}": each.decisions for each in series}
