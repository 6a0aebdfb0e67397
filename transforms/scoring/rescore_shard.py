"""``bf16-then-fp32``: a sample says how far bf16 is off, then what lies that near a tie is scored again in fp32."""

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
    """A shard's pairs and their scores in bf16."""

    pairs_directory: str
    pairs: Manifest
    scores_directory: str
    scores: Manifest

    def read(self, shard: int) -> tuple[pa.Table, Scored]:
        """Pairs and scores of a shard."""
        tables = (read_table(self.scores_directory, self.scores, name, shard) for name in ("scores", "rejects"))
        return read_table(self.pairs_directory, self.pairs, "pairs", shard), Scored(*tables)


@dataclass(frozen=True)
class SampleShard:
    """The units of a shard that a hash puts into the sample, scored in fp32 too, with the margins of their pairs."""

    first: FirstPass
    scoring: WorkerScorer
    reductions: tuple[str, ...]
    seed: int
    share: float

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: those of the scores, and ``pairs`` with a margin in both precisions."""
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
    """All scores of a shard: of a unit near a tie or in the sample those in fp32, of any other those in bf16."""

    first: FirstPass
    sample_directory: str
    sample: Manifest
    scoring: WorkerScorer
    bounds: Mapping[str, Mapping[str, float | None]]
    """By convention and reduction, in nats; None: as no bound is known, every pair is near a tie."""

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: those of the scores, ``units``, and of these ``units_in_fp32``."""
        pairs, bf16 = self.first.read(shard)
        tables = (read_table(self.sample_directory, self.sample, name, shard) for name in ("scores", "rejects"))
        sampled = Scored(*tables)
        known = set(sampled.scores.column("work_id").to_pylist() + sampled.rejects.column("work_id").to_pylist())
        near = set(works_near_a_tie(pairs, bf16, self.bounds)) - known
        every = units(pairs)
        again = self.scoring.score([unit for unit in every if unit[0].work_id in near])
        found = merged([_without(bf16, known | near), sampled, again])
        counts = {**found.counts, "units": len(every), "units_in_fp32": _count(every, known | near)}
        return ShardOutput({"scores": found.scores, "rejects": found.rejects}, counts)

    def release(self) -> None:
        """Let go of the model."""
        self.scoring.release()


def sample_margins(pairs: pa.Table, bf16: pa.Table, fp32: pa.Table, reductions: Sequence[str]) -> pa.Table:
    """The margins of pairs in both precisions, under every convention and reduction."""
    parts = []
    for reduction in reductions:
        one, other = (decide(join_scores(pairs, scores), reduction) for scores in (bf16, fp32))
        names = ["pair_id", "convention", "reduction"]
        both = one.select([*names, "work_id", "margin"]).join(
            other.select([*names, "margin"]), names, join_type="inner", left_suffix="_bf16", right_suffix="_fp32"
        )
        parts.append(PRECISION_SAMPLE.build({name: both.column(name) for name in PRECISION_SAMPLE.schema.names}))
    return pa.concat_tables(parts).sort_by([(name, "ascending") for name in PRECISION_SAMPLE.key])


def works_near_a_tie(pairs: pa.Table, bf16: Scored, bounds: Mapping[str, Mapping[str, float | None]]) -> list[str]:
    """The units with a pair whose margin is within the bound of a tie, or with a text that has no score in bf16."""
    found = dict.fromkeys(bf16.rejects.column("work_id").to_pylist())
    scored = join_scores(pairs, bf16.scores)
    for convention, by_reduction in bounds.items():
        mine = scored.filter(pc.equal(scored.column("convention"), convention))
        for reduction, bound in by_reduction.items():
            decided = decide(mine, reduction)
            margins = {reduction: decided.column("margin").to_pylist()}
            near = units_to_rescore(
                decided.column("work_id").to_pylist(), margins, {reduction: inf if bound is None else bound}
            )
            found.update(dict.fromkeys(near))
    return list(found)


def merged(parts: Sequence[Scored]) -> Scored:
    """The rows of all parts, in the order of their tables."""
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
