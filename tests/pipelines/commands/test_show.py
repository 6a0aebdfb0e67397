"""A release at a glance."""

import shutil
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import versebench_here
from versebench.pipelines.commands.print.rows import CHANGED, marked, print_holdings
from versebench.pipelines.commands.show import in_turn, sample_rows, splits_of
from versebench.pipelines.runners.console import console
from versebench.schemas.splits import SPLITS
from versebench.storage.commit import ShardOutput, commit_shard
from versebench.storage.manifest import assemble, read_manifest
from versebench.storage.run import Run


def tasks(*names: str) -> pa.Table:
    return pa.table({"task": pa.array(names, pa.string()), "place": range(len(names))})


@pytest.mark.parametrize(
    ("names", "count", "places"),
    [
        ("aabbc", 3, [0, 2, 4]),
        ("aabbc", 4, [0, 2, 4, 1]),
        ("aabbc", 9, [0, 2, 4, 1, 3]),
        ("aaaa", 2, [0, 1]),
        ("", 2, []),
        ("ab", 0, []),
    ],
)
def test_tasks_take_turns(names: str, count: int, places: list[int]) -> None:
    assert in_turn(tasks(*names), count).column("place").to_pylist() == places


def test_rows_without_tasks_stand_as_they_stood() -> None:
    assert in_turn(pa.table({"a": [3, 1, 2]}), 2).column("a").to_pylist() == [3, 1]


def test_edits_are_marked_in_colour() -> None:
    text = marked("He ran up", [3, 9], [6, 9], CHANGED, brackets=False)
    assert text.plain == "He ran up‸"
    assert [(span.start, span.end, span.style) for span in text.spans] == [(3, 6, CHANGED), (9, 10, CHANGED)]


def test_edits_are_marked_in_brackets_where_there_is_no_colour() -> None:
    assert marked("He [ran] up", [3, 9], [8, 9], CHANGED, brackets=True).plain == "He [[ran]] [‸]up"


def test_a_release_is_shown_whole(scored: Sample) -> None:
    ran = versebench_here("show", scored.release, "--rows", "2")
    assert (ran.code, ran.out) == (0, "")
    assert "Small (small 1.0.0), CC0-1.0" in ran.err
    manifest = read_manifest(str(scored.release))
    assert manifest is not None
    for name, entry in manifest.tables.items():
        assert any(line.split()[1:4:2] == [name, f"{entry.rows:,}"] for line in ran.err.splitlines() if name in line), (
            name
        )
    _, rows = sample_rows(str(scored.release), None, 2)
    assert {row["task"] for row in rows} == {"swap_lines.v1", "delete_words.v1:words=1"}
    assert all(f"work {row['work_id']}" in ran.err for row in rows)
    for row in rows:
        start, end = row["original_starts"][0], row["original_ends"][0]
        assert f"[{row['original'][start:end]}]" in ran.err
    assert "gpt2-verse" in ran.err
    assert "95 % intervals" in ran.err


def test_a_release_without_models_and_a_run_are_shown(sample: Sample) -> None:
    shown = versebench_here("show", sample.release)
    assert (shown.code, "95 %" in shown.err) == (0, False)
    run = versebench_here("show", sample.stage("clean"), "--rows", "1")
    assert run.code == 0
    assert "A run of the stage clean" in run.err


def test_rows_of_each_split_are_counted(sample: Sample) -> None:
    manifest = read_manifest(str(sample.release))
    assert manifest is not None
    entry = manifest.tables["pairs"]
    whole = entry.files[0]
    files = tuple(replace(whole, split=split, rows=rows) for split, rows in (("test", 7), ("train", 1900), ("test", 4)))
    tables = {"pairs": replace(entry, rows=1911, files=files), "rejects": manifest.tables["rejects"]}
    with console.capture() as captured:
        print_holdings(replace(manifest, tables=tables))
    body = [[cell.strip() for cell in line.split("│")] for line in captured.get().splitlines() if "│" in line]
    assert body[0][1:6] == ["pairs", "1,911", "1,900", "11", "3"]
    assert body[1][3:5] == ["–", "–"]


def test_the_split_of_a_work_is_found_in_any_shard(tmp_path: Path) -> None:
    run = Run(str(tmp_path), "assemble", "0" * 16, 3)
    works = {f"{number}{'0' * 19}": split for number, split in ((1, "train"), (7, "test"), (9, "validation"))}
    sidecars = [
        commit_shard(run, shard, ShardOutput({"splits": SPLITS.build_rows([row_of(*item)])}))
        for shard, item in enumerate(works.items())
    ]
    manifest = assemble(run, {}, sidecars)
    first, *_, last = works
    assert splits_of(run.directory, manifest, {first, last}) == {first: "train", last: "validation"}
    assert splits_of(run.directory, replace(manifest, tables={}), {first}) == {}


def row_of(work: str, split: str) -> dict[str, str]:
    return {"work_id": work, "split": split, "cluster": work}


def test_a_folder_without_a_manifest_is_told(tmp_path: Path) -> None:
    shutil.rmtree(tmp_path)
    ran = versebench_here("show", tmp_path)
    assert ran.code == 1
    assert "is not a release or a committed run: it has no manifest.json" in ran.message
