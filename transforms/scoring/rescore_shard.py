"""``bf16-then-fp32``: a sample shows the error of bf16, then units that near a tie are scored in fp32."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.scorers.rescore import in_sample, units_to_rescore
from versebench.schemas.poems import REJECTS
from versebench.schemas.scores import PRECISION_SAMPLE, SCORES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.scoring.decide import decide, join_scores
from versebench.transforms.scoring.scoring import Scored, WorkerScorer
from versebench.transforms.scoring.texts import Text, units


@dataclass(frozen=True)
class FirstPass:
    """The first pass over a shard: its pairs, and their scores in bf16."""

    pairs_directory: str
    pairs: Manifest
    scores_directory: str
    scores: Manifest

    def read(self, shard: int) -> tuple[pa.Table, Scored]:
        """Returns the pairs and scores of a shard."""
        tables = (read_table(self.scores_directory, self.scores, name, shard) for name in ("scores", "rejects"))
        return read_table(self.pairs_directory, self.pairs, "pairs", shard), Scored(*tables)


@dataclass(frozen=True)
class SampleShard:
    """Scores the sampled units of a shard in fp32 too, and notes the margins of their pairs in both precisions.

    A hash of the work id and ``seed`` selects about a ``share`` of all units.
    """

    first: FirstPass
    scoring: WorkerScorer
    reductions: tuple[str, ...]
    seed: int
    share: float

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``scores``, ``rejects`` and ``precision_sample``.

        Counts: those of the scores, and ``pairs`` with a margin in both precisions.
        """
        pairs, bf16 = self.first.read(shard)
        chosen = [unit for unit in units(pairs) if in_sample(unit[0].work_id, self.seed, self.share)]
        fp32 = self.scoring.score(chosen)
        works = [unit[0].work_id for unit in chosen]
        margins = sample_margins(_of(pairs, works), bf16.scores, fp32.scores, self.reductions)
        count = len(pc.unique(margins.column("pair_id")))
        tables = {"scores": fp32.scores, "rejects": fp32.rejects, "precision_sample": margins}
        return ShardOutput(tables, {**fp32.counts, "pairs": count})

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()


@dataclass(frozen=True)
class RescoreShard:
    """Makes all scores of a shard: those in fp32 for units near a tie or in the sample, and in bf16 for all others."""

    first: FirstPass
    sample_directory: str
    sample: Manifest
    scoring: WorkerScorer
    bounds: Mapping[str, Mapping[str, float | None]]
    """The bounds by convention and reduction, in nats. None: no bound is known, so every pair counts as near a tie."""

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``scores`` and ``rejects``.

        Counts: those of the scores, ``units``, and of these ``units_in_fp32``.
        """
        pairs, bf16 = self.first.read(shard)
        tables = (read_table(self.sample_directory, self.sample, name, shard) for name in ("scores", "rejects"))
        sampled = Scored(*tables)
        known = set(sampled.scores.column("work_id").to_pylist() + sampled.rejects.column("work_id").to_pylist())
        near = set(works_near_a_tie(pairs, bf16, self.bounds)) - known
        every = units(pairs)
        again = self.scoring.score([unit for unit in every if unit[0].work_id in near])
        scored = merged([_without(bf16, known | near), sampled, again])
        counts = {**scored.counts, "units": len(every), "units_in_fp32": _count(every, known | near)}
        return ShardOutput({"scores": scored.scores, "rejects": scored.rejects}, counts)

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()


def sample_margins(pairs: pa.Table, bf16: pa.Table, fp32: pa.Table, reductions: Sequence[str]) -> pa.Table:
    """Returns the margins of pairs in both precisions, under every convention and reduction."""
    parts = []
    for reduction in reductions:
        in_bf16, in_fp32 = (decide(join_scores(pairs, scores), reduction) for scores in (bf16, fp32))
        names = ["pair_id", "convention", "reduction"]
        both = in_bf16.select([*names, "work_id", "margin"]).join(
            in_fp32.select([*names, "margin"]), names, join_type="inner", left_suffix="_bf16", right_suffix="_fp32"
        )
        parts.append(PRECISION_SAMPLE.build({name: both.column(name) for name in PRECISION_SAMPLE.schema.names}))
    return pa.concat_tables(parts).sort_by([(name, "ascending") for name in PRECISION_SAMPLE.key])


def works_near_a_tie(pairs: pa.Table, bf16: Scored, bounds: Mapping[str, Mapping[str, float | None]]) -> list[str]:
    """Returns the units with a pair whose margin is within the bound, or with a text without a score in bf16."""
    works = dict.fromkeys(bf16.rejects.column("work_id").to_pylist())
    scored = join_scores(pairs, bf16.scores)
    for convention, by_reduction in bounds.items():
        mine = scored.filter(pc.equal(scored.column("convention"), convention))
        for reduction, bound in by_reduction.items():
            decided = decide(mine, reduction)
            margins = {reduction: decided.column("margin").to_pylist()}
            near = units_to_rescore(
                decided.column("work_id").to_pylist(), margins, {reduction: inf if bound is None else bound}
            )
            works.update(dict.fromkeys(near))
    return list(works)


def merged(parts: Sequence[Scored]) -> Scored:
    """Returns the rows of all parts, sorted by the keys of their tables."""
    scores, rejects = (
        pa.concat_tables([getattr(part, table.name) for part in parts])
        .sort_by([(name, "ascending") for name in table.key])
        .combine_chunks()
        for table in (SCORES, REJECTS)
    )
    return Scored(scores, rejects, sum((Counter(part.fallbacks) for part in parts), Counter()))


def _of(table: pa.Table, works: Collection[str]) -> pa.Table:
    return table.filter(pc.is_in(table.column("work_id"), pa.array(works, pa.string())))


def _without(scored: Scored, works: Collection[str]) -> Scored:
    named = pa.array(works, pa.string())
    kept = (rows.filter(pc.invert(pc.is_in(rows.column("work_id"), named))) for rows in (scored.scores, scored.rejects))
    return Scored(*kept)


def _count(every: Sequence[Sequence[Text]], works: Collection[str]) -> int:
    return sum(unit[0].work_id in works for unit in every)
