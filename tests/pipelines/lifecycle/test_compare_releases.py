"""Two releases of other numbers of shards, compared over shards."""

from pathlib import Path

import pytest

from tests.pipelines.running import times_of
from tests.release.assembled import Work, assembled_run
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.compare_releases import compare_releases
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.runners.runner import Runner
from versebench.release.changes.difference import Difference, TableDifference
from versebench.release.changes.version import Change, change_of
from versebench.storage.manifest import Manifest

SPLITS = ("train", "validation", "test")
BEFORE = [Work(number, SPLITS[number % 3], number % 4) for number in range(40)]
MOVED = {5: "train", 11: "validation"}
AFTER = [Work(number, MOVED.get(number, SPLITS[number % 3]), number % 4) for number in range(3, 60)]
"""Three works are gone, twenty are new, two are in another split."""


def run(root: Path, works: list[Work], shards: int) -> ReleaseRows:
    return ReleaseRows(*assembled_run(root, works, shards))


def compared(folder: Path, shards_before: int, shards_after: int) -> Difference:
    before = run(folder / "before", BEFORE, shards_before)
    return compare_releases(before, run(folder / "after", AFTER, shards_after), str(folder / "root"), Runner())


@pytest.mark.parametrize(("shards_before", "shards_after"), [(3, 5), (4, 2)])
def test_shards_add_up_whatever_their_number(tmp_path: Path, shards_before: int, shards_after: int) -> None:
    found = compared(tmp_path, shards_before, shards_after)
    splits, outcomes = found["splits"], found["outcomes"]
    assert (splits.before, splits.after, splits.added, splits.removed, splits.moved) == (40, 57, 20, 3, 2)
    assert splits.fields["split"] == splits.changed == 2
    assert {one.key[0] for one in splits.examples if one.change == "moved"} == {Work(n, "", 0).work_id for n in MOVED}
    assert outcomes.added == sum(work.pairs for work in AFTER if work.number >= 40)
    assert outcomes.removed == sum(work.pairs for work in BEFORE if work.number < 3)
    assert change_of(found) == Change.MAJOR


def test_what_was_compared_is_read_again(tmp_path: Path) -> None:
    first = compared(tmp_path, 3, 2)
    before = times_of(tmp_path / "root")
    after = ReleaseRows(*assembled_run(tmp_path / "after", AFTER, 2))
    again = compare_releases(run(tmp_path / "elsewhere", BEFORE, 3), after, str(tmp_path / "root"), Runner())
    assert again == first
    assert times_of(tmp_path / "root") == before


def test_equal_tables_are_not_read(tmp_path: Path) -> None:
    before, after = (run(tmp_path / name, BEFORE, 3) for name in ("before", "after"))
    for file in Path(after.folder).glob("*.parquet"):
        file.unlink()
    found = compare_releases(before, after, str(tmp_path / "root"), Runner())
    assert all(one == TableDifference(one.before, one.before) for one in found.values())
    assert not (tmp_path / "root").exists()


def test_tables_that_come_and_go(tmp_path: Path) -> None:
    with_splits, without = (
        ReleaseRows(*assembled_run(tmp_path / str(there), BEFORE, 2, with_splits=there)) for there in (True, False)
    )
    found = compare_releases(without, with_splits, str(tmp_path / "root"), Runner())
    assert (found["splits"].is_new, found["splits"].added, change_of(found)) == (True, 40, Change.MINOR)
    found = compare_releases(with_splits, without, str(tmp_path / "root"), Runner())
    assert (found["splits"].is_gone, found["splits"].removed, change_of(found)) == (True, 40, Change.MAJOR)


def test_a_table_of_a_newer_versebench(tmp_path: Path) -> None:
    before, after = run(tmp_path / "before", BEFORE, 2), run(tmp_path / "after", AFTER, 2)

    def renamed(rows: ReleaseRows) -> ReleaseRows:
        values = {**vars(rows.manifest), "tables": {"meters": rows.manifest.tables["poems"]}}
        return ReleaseRows(rows.folder, Manifest(**values))

    with pytest.raises(
        DataError, match=r"unknown table 'meters': .* was made by a newer versebench; update versebench"
    ):
        compare_releases(renamed(before), renamed(after), str(tmp_path / "root"), Runner())
