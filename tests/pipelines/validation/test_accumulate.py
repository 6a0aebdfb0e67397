"""What no shard can see: the facts of the whole are the same however they come together, and name what is wrong."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import apache_beam as beam
import pyarrow as pa
import pytest

from tests.expectations import tables as made
from tests.expectations.tables import TASK
from tests.pipelines.conftest import Sample
from versebench.expectations.counts import UniqueIds
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.accumulate import (
    ACCUMULATORS,
    IDS,
    Accumulate,
    accumulate,
    columns_read,
    gathered,
    measured,
)
from versebench.pipelines.validation.counts import explain, label_counts, leak, unique_ids
from versebench.pipelines.validation.facts import NAME, Facts, note_of, read_facts
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import Manifest, read_manifest, read_table
from versebench.storage.run import Run

Tables = Mapping[str, pa.Table]


def facts_of(shards: Iterable[Tables], partitions: int = 3) -> Facts:
    """The facts of some shards, brought together in this process."""
    spread = dict.fromkeys((*IDS, "leaks"), partitions)
    elements = sorted((found for shard in shards for found in measured(shard, spread)), key=lambda one: one[0])
    combine = Accumulate()
    found = []
    for key, group in groupby(elements, key=lambda one: one[0]):
        accumulators = [combine.add_input(combine.create_accumulator(), element) for _, element in group]
        accumulator = combine.merge_accumulators([combine.create_accumulator(), *accumulators])
        assert accumulator is not None
        found.append((key, combine.extract_output(accumulator)))
    return gathered(reversed(found))


def shard(number: int, **changed: Any) -> dict[str, pa.Table]:
    """A shard of two good poems with ids of its own, and with cells of the first row of each table changed."""
    rows = made.good_rows()
    for table in rows.values():
        for row in table:
            row.update({column: _moved(value, number) for column, value in row.items() if column.endswith("_id")})
        if table:
            table[0].update({column: value for column, value in changed.items() if column in table[0]})
    return made.arrow_tables({name: rows[name] for name in columns_read() if name != "splits"})


def _moved(value: str | None, number: int) -> str | None:
    return None if value is None else f"{number:x}{value[1:]}"


def assembled(sample: Sample) -> Committed:
    folder = sample.stage("assemble")
    manifest = read_manifest(str(folder))
    assert manifest is not None
    return Committed(Run(str(sample.root), "assemble", folder.name, manifest.shards), manifest, made=False)


def shards_of(committed: Committed) -> list[dict[str, pa.Table]]:
    """What is read of each shard."""
    tables = {name: columns for name, columns in columns_read().items() if name in committed.manifest.tables}
    return [
        {
            name: read_table(committed.run.directory, committed.manifest, name, number, columns)
            for name, columns in tables.items()
        }
        for number in range(committed.run.shards)
    ]


def test_the_note_of_a_release_is_that_of_any_order_partitions_and_processes(sample: Sample, tmp_path: Path) -> None:
    committed, noted = assembled(sample), (sample.stage("validate") / NAME).read_bytes()
    shards = shards_of(committed)
    assert note_of(facts_of(shards, 1)) == note_of(facts_of(shards[::-1], 5)) == noted
    accumulate(Runner(workers=2), committed, str(tmp_path))
    assert (tmp_path / NAME).read_bytes() == noted


def test_a_note_without_its_last_byte_is_damaged(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(note_of(facts_of([shard(1)]))[:-1])
    with pytest.raises(DamagedShardError):
        read_facts(str(tmp_path))


def test_a_note_that_is_there_is_read_and_not_made_again(sample: Sample, tmp_path: Path) -> None:
    facts = facts_of([shard(1)])
    (tmp_path / NAME).write_bytes(note_of(facts))
    assert accumulate(Runner(), assembled(sample), str(tmp_path)) == read_facts(str(tmp_path)) == facts


@pytest.mark.parametrize("content", [b"", b"{}", b'{"facts": {}, "sha256": "0"}', b"[1]"])
def test_a_damaged_note_is_refused_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(DamagedShardError, match=r"whole.json differs from what was written; delete .* and run again"):
        read_facts(str(tmp_path))


def test_a_note_that_was_changed_or_lost_is_reported(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.stage("validate"), tmp_path / "run")
    note = tmp_path / "run" / NAME
    assert list(verify(str(tmp_path / "run"))) == []
    note.write_text(note.read_text().replace('"distinct":', '"distinct":1', 1))
    assert list(verify(str(tmp_path / "run"))) == [f"{NAME}: differs from what was written"]
    note.unlink()
    assert list(verify(str(tmp_path / "run"))) == [f"{NAME}: is missing"]


@pytest.mark.parametrize(("table", "column"), IDS.items())
def test_an_id_in_two_shards_is_found_though_each_holds_it_once(table: str, column: str) -> None:
    twice = made.hex_id(77)
    facts = facts_of([shard(1, **{column: twice}), shard(2), shard(3, **{column: twice})])
    found = facts.ids
    assert (found[f"{table}.{column}"].distinct, found[f"{table}.{column}"].rows) == (5, 6)
    assert found[f"{table}.{column}"].examples == (twice,)
    assert all(one.distinct == one.rows for name, one in found.items() if name != f"{table}.{column}")
    assert explain(facts) == [f"  {table}.{column} occurs twice: {twice}"]


def test_a_shard_that_was_not_looked_at_is_missed(sample: Sample) -> None:
    committed = assembled(sample)
    whole, part = (unique_ids(committed.manifest, facts_of(shards)) for shards in _whole_and_part(committed))
    assert all(one.committed == one.rows == one.distinct for one in whole)
    assert all(one.committed > one.rows for one in part)


def _whole_and_part(committed: Committed) -> tuple[Sequence[Tables], Sequence[Tables]]:
    shards = shards_of(committed)
    return shards, shards[1:]


def test_a_corruption_that_is_a_poem_of_another_shard_is_counted_for_its_task() -> None:
    facts = facts_of([shard(1), shard(2, corrupted_text_id=_moved(made.hex_id(101), 1))])
    assert facts.ids["poems.text_id"].shared == {TASK: 1}
    (count,) = label_counts(TASK, facts)
    assert (count.side, count.pairs, count.contradicted) == ("all", 4, 1)


def test_a_cluster_on_two_sides_of_two_shards_leaks() -> None:
    facts = facts_of([with_split(shard(1), "train"), with_split(shard(2), "test")])
    assert (leak(facts).looked_at, leak(facts).leaking) == (4, 1)
    assert explain(facts) == [f"  clusters in two splits, by their first digits: {'c' * 15}"]
    assert leak(facts_of([with_split(shard(1), "test"), with_split(shard(2), "test")])).leaking == 0


@pytest.mark.parametrize("partitions", [1, 3, 7, 16, 1000])
def test_no_border_of_partitions_cuts_a_cluster(partitions: int) -> None:
    works = [f"{(number << 80) // partitions:020x}" for number in range(partitions)]
    both = {"work_id": works * 2, "cluster": works * 2, "split": ["train"] * partitions + ["test"] * partitions}
    facts = facts_of([{**shard(1), "splits": pa.table(both)}], partitions)
    assert list(facts.leaks) == [work[:15] for work in works]


def test_pairs_are_counted_by_side() -> None:
    facts = facts_of([with_split(shard(1), "train"), with_split(shard(2), "test")])
    assert [(one.side, one.pairs, one.share) for one in label_counts(TASK, facts)] == [
        ("test", 2, 0.5),
        ("train", 2, 0.5),
    ]


def with_split(tables: dict[str, pa.Table], side: str) -> dict[str, pa.Table]:
    """All poems of a shard on one side, in one cluster with those of other shards."""
    works = tables["poems"].column("work_id")
    columns = {"work_id": works, "split": [side] * len(works), "cluster": ["c" * 20] * len(works)}
    return {**tables, "splits": pa.table(columns)}


def test_ids_that_were_lost_show_beside_those_of_the_table(sample: Sample) -> None:
    manifest: Manifest = assembled(sample).manifest
    facts = facts_of([shard(1)])
    expected = UniqueIds("poems.text_id", manifest.tables["poems"].rows, 2, 2)
    assert unique_ids(manifest, facts)[0] == expected


def test_every_accumulator_is_one_of_beam() -> None:
    assert all(isinstance(one, beam.CombineFn) for one in ACCUMULATORS.values())
