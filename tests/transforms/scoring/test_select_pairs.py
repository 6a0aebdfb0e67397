"""Selecting pairs: exactly those that a filter over the whole table takes."""

from pathlib import Path

import pyarrow as pa
import pytest

from versebench.schemas.pairs import PAIRS
from versebench.schemas.splits import SPLITS
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble
from versebench.storage.run import Run
from versebench.transforms.scoring.select_pairs import PairFilter, SelectPairs, last_ids
from versebench.transforms.text.keys import hash_id

TASKS = ("swap_lines.v1", "delete_words.v1:words=1")
SHARDS = 3


def pair(number: int) -> dict[str, object]:
    empty = [name for name in PAIRS.schema.names if pa.types.is_list(PAIRS.schema.field(name).type)]
    texts = dict.fromkeys(("original", "corrupted", "original_text_id", "corrupted_text_id"), "x")
    identity = {"pair_id": hash_id("pair", str(number)), "work_id": f"{number // 4:020x}", "task": TASKS[number % 2]}
    return {**{name: [] for name in empty}, **texts, **identity, "edit": number, "words_removed": 0, "seed": 0}


ROWS = [pair(number) for number in range(120)]
SPLIT = {f"{number:020x}": ("train", "test", "test")[number % 3] for number in range(30)}


@pytest.fixture
def release(tmp_path: Path) -> tuple[str, Manifest]:
    run = Run(str(tmp_path), "assemble", "x", SHARDS)
    sidecars = []
    for shard in range(SHARDS):
        rows = sorted((row for row in ROWS if int(str(row["work_id"]), 16) % SHARDS == shard), key=str)
        works = sorted({str(row["work_id"]) for row in rows})
        splits = {"work_id": works, "split": [SPLIT[work] for work in works], "cluster": works}
        tables = {"pairs": pa.Table.from_pylist(rows, PAIRS.schema), "splits": SPLITS.build(splits)}
        sidecars.append(commit_shard(run, shard, ShardOutput(tables)))
    return run.directory, assemble(run, {}, sidecars)


def selected(
    release: tuple[str, Manifest], tasks: tuple[str, ...], split: str | None, limit: int | None
) -> set[object]:
    chosen = PairFilter(*release, tasks, split)
    last = None if limit is None else last_ids(chosen, limit)
    outputs = [SelectPairs(chosen, last)(shard) for shard in range(SHARDS)]
    ids = [identity for output in outputs for identity in output.tables["pairs"].column("pair_id").to_pylist()]
    assert len(ids) == sum(output.counts["out"] for output in outputs)
    assert sum(output.counts["in"] for output in outputs) == len(ROWS)
    for output in outputs:
        by_task = [count for name, count in output.counts.items() if name.startswith("out.")]
        assert sum(by_task) == output.counts["out"]
    return set(ids)


@pytest.mark.parametrize("tasks", [TASKS, TASKS[:1], TASKS[1:]])
@pytest.mark.parametrize("split", [None, "train", "test", "validation"])
@pytest.mark.parametrize("limit", [None, 1, 7, 1000])
def test_a_selection_is_a_filter_of_the_whole(
    release: tuple[str, Manifest], tasks: tuple[str, ...], split: str | None, limit: int | None
) -> None:
    kept = [row for row in ROWS if row["task"] in tasks and split in (None, SPLIT[str(row["work_id"])])]
    expected = {
        row["pair_id"]
        for task in tasks
        for row in sorted((row for row in kept if row["task"] == task), key=lambda row: str(row["pair_id"]))[:limit]
    }
    assert selected(release, tasks, split, limit) == expected


def test_a_smaller_limit_is_part_of_a_larger_one(release: tuple[str, Manifest]) -> None:
    taken = [selected(release, TASKS, None, limit) for limit in (1, 5, 20)]
    assert [len(ids) for ids in taken] == [2, 10, 40]
    assert taken[0] < taken[1] < taken[2]
