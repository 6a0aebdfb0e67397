"""The second pass of sampling: the pairs of the sampled poems, and the outcome of every poem in every task."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.pairs import OUTCOMES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED
from versebench.transforms.sampling.eligibility import AnnotatedSource
from versebench.transforms.sampling.pair_rows import PairRows
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task

_RAISED = NotApplicable(PROCESSING_FAILED)


@dataclass(frozen=True)
class MakePairs:
    """Makes the pairs and outcomes of a shard, from its eligibility and the rank limits of the tasks."""

    source: AnnotatedSource
    eligibility_directory: str
    eligibility: Manifest
    rank_limits: Mapping[str, int]
    tasks: tuple[Task, ...]
    seed: int

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``pairs`` and ``outcomes``.

        Counts: ``in`` poems; ``pair/<task>``, ``not_sampled/<task>``, ``not_applicable/<task>/<reason>`` edits.
        """
        found = read_table(self.eligibility_directory, self.eligibility, "eligibility", shard)
        sampled = _sampled(found, self.rank_limits)
        wanted = _wanted(found, sampled)
        table, poems = self.source.poems(shard, wanted)
        text_ids = dict(zip(table.column("work_id").to_pylist(), table.column("text_id").to_pylist(), strict=True))
        pairs = make_pairs(poems, text_ids, wanted, self.tasks, self.seed)
        outcomes = _outcomes(found, sampled, pairs)
        return ShardOutput(
            {"pairs": pairs, "outcomes": outcomes},
            {"in": self.source.cleaned.tables["poems"].files[shard].rows, **_counts(outcomes)},
        )


def make_pairs(
    poems: Iterable[AnnotatedPoem],
    text_ids: Mapping[str, str],
    wanted: Mapping[str, Mapping[str, Sequence[int]]],
    tasks: Sequence[Task],
    seed: int,
) -> pa.Table:
    """Returns the table of pairs; ``wanted`` gives the numbers of the sampled edits by work id and task.

    An edit that was predicted to exist, but raises when it is made, gives no pair.
    """
    rows = PairRows(seed)
    for poem in poems:
        mine = wanted.get(poem.work_id, {})
        for task in tasks:
            if task.label not in mine:
                continue
            made = edits(task, poem, seed)
            for number in mine[task.label]:
                corruption = made[number]
                if corruption == _RAISED:
                    continue
                assert isinstance(corruption, Corruption), "an eligible edit is made again the same"
                rows.add(poem, text_ids[poem.work_id], task, number, corruption)
    return rows.table()


def _sampled(found: pa.Table, rank_limits: Mapping[str, int]) -> pa.Array:
    """A mask of the rows of an eligibility table that are sampled."""
    tasks = found.column("task").combine_chunks().dictionary_encode()
    limits = np.array([rank_limits[task] for task in tasks.dictionary.to_pylist()], np.uint64)
    within = found.column("rank").to_numpy() <= limits[tasks.indices.to_numpy()] if len(found) else np.zeros(0, bool)
    return pc.and_(pa.array(within, pa.bool_()), pc.is_null(found.column("reason").combine_chunks()))


def _wanted(found: pa.Table, sampled: pa.Array) -> dict[str, dict[str, list[int]]]:
    """The numbers of the sampled edits, by work id and task."""
    rows = found.filter(sampled)
    wanted: dict[str, dict[str, list[int]]] = {}
    columns = (rows.column(name).to_pylist() for name in ("work_id", "task", "edit"))
    for work, task, edit in zip(*columns, strict=True):
        wanted.setdefault(work, {}).setdefault(task, []).append(edit)
    return wanted


def _outcomes(found: pa.Table, sampled: pa.Array, pairs: pa.Table) -> pa.Table:
    reason = found.column("reason").combine_chunks()
    if len(pairs) < (pc.sum(sampled).as_py() or 0):
        key = ("work_id", "task", "edit")
        made = set(zip(*(pairs.column(name).to_pylist() for name in key), strict=True))
        rows = zip(*(found.column(name).to_pylist() for name in key), strict=True)
        raised = [wanted and row not in made for wanted, row in zip(sampled.to_pylist(), rows, strict=True)]
        reason = pc.if_else(pa.array(raised, pa.bool_()), PROCESSING_FAILED, reason)
    outcome = pc.if_else(pc.is_valid(reason), "not_applicable", pc.if_else(sampled, "pair", "not_sampled"))
    columns = {name: found.column(name) for name in ("work_id", "task", "edit")}
    return OUTCOMES.build({**columns, "reason": reason, "outcome": outcome})


def _counts(outcomes: pa.Table) -> dict[str, int]:
    groups = outcomes.group_by(["task", "outcome", "reason"]).aggregate([([], "count_all")])
    parts = ([row["outcome"], row["task"], row["reason"]] for row in groups.to_pylist())
    names = ["/".join(part for part in names if part) for names in parts]
    return dict(zip(names, groups.column("count_all").to_pylist(), strict=True))
