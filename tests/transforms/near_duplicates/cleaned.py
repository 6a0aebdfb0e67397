"""A run of clean with some poems, without the stages before it."""

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from versebench.schemas.poems import POEMS
from versebench.schemas.splits import SPLITS
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import Manifest, assemble, write_manifest
from versebench.storage.run import Run
from versebench.transforms.near_duplicates.works import CleanedWorks
from versebench.transforms.text.keys import shard_of, text_id, work_id

Poems = Mapping[str, str]
"""Texts by their ids in the source ``s``, or by ``source/id``."""


def work(name: str) -> str:
    """The work id of a poem by its name."""
    source, _, own = name.rpartition("/")
    return work_id(source or "s", own, "")


def poems_table(poems: Poems) -> pa.Table:
    """The poems in the order of their ids."""
    rows: list[dict[str, object]] = [
        {
            **dict.fromkeys(("author", "title", "parent_id", "first_line")),
            "language": "english",
            "form": "limerick",
            "attributes": "{}",
            "work_id": work(name),
            "text_id": text_id(text),
            "source": name.rpartition("/")[0] or "s",
            "source_id": name,
            "licence": "CC0-1.0",
            "text": text,
            "topics": [],
            "included_words": [],
        }
        for name, text in poems.items()
    ]
    return POEMS.build_rows(sorted(rows, key=lambda row: str(row["work_id"])))


def cleaned(root: Path, poems: Poems, shards: int) -> tuple[Run, Manifest]:
    """A committed run with these poems."""
    run = Run(str(root), "clean", f"{shards:016x}", shards)
    table = poems_table(poems)
    places = pa.array([shard_of(work, shards) for work in table.column("work_id").to_pylist()], pa.int64())
    sidecars = [
        commit_shard(run, shard, ShardOutput({"poems": table.filter(pc.equal(places, shard))}))
        for shard in range(shards)
    ]
    manifest = assemble(run, {}, sidecars)
    write_manifest(run, manifest)
    return run, manifest


def works_of(root: Path, poems: Poems, shards: int, **known: object) -> CleanedWorks:
    """These poems as they are compared; ``known`` are sources that are held out, and an earlier release."""
    run, manifest = cleaned(root, poems, shards)
    return CleanedWorks(run.directory, manifest, **{"held_out": (), "settled": None, **known})  # type: ignore[arg-type]


class Earlier:
    """Splits of an earlier release, by the names of poems: side and cluster."""

    def __init__(self, sides: Mapping[str, tuple[str, str]]) -> None:
        self._sides = {work(name): (side, work(cluster)) for name, (side, cluster) in sides.items()}

    def shard(self, table: str, shard: int, shards: int) -> pa.Table:
        """The rows of a shard."""
        assert table == SPLITS.name
        mine = sorted(one for one in self._sides if shard_of(one, shards) == shard)
        splits, clusters = ([self._sides[one][place] for one in mine] for place in (0, 1))
        return SPLITS.build({"work_id": mine, "split": splits, "cluster": clusters})
