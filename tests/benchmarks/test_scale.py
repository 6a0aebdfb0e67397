"""The benchmark of scale over a corpus that a test can afford, in one process."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.scale.__main__ import read
from benchmarks.scale.batches import BATCHES, Flat, flatten
from benchmarks.scale.goals import goals
from benchmarks.scale.job import FOLDERS, MEASURED, Job, Work, corpus, remembered, run_stage
from benchmarks.scale.memory import peaks
from benchmarks.scale.peer import _ours
from benchmarks.scale.stages import differing

POEMS = 60
MEMORY = {"largest_mib": 100.0, "python_mib": [100.0], "java_mib": []}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Job, dict[str, Any]]:
    """All stages over a small corpus."""
    job, _ = corpus(tmp_path_factory.mktemp("scale"), POEMS, 1)
    return job, {stage: {**run_stage(Work(job, job.root), stage), "memory": MEMORY} for stage in MEASURED}


def test_every_stage_is_timed_apart(measured: tuple[Job, dict[str, Any]]) -> None:
    _, stages = measured
    assert (stages["ingest"]["rows"], stages["clean"]["rows"]) == (POEMS, POEMS)
    assert stages["corrupt"]["rows"] == stages["annotate"]["rows"] < POEMS
    titles = {stage: [graph["title"] for graph in one["graphs"]] for stage, one in stages.items()}
    assert titles["ingest"] == ["ingest: reading", "ingest: dropping duplicates", "ingest"]
    assert titles["corrupt"] == ["eligibility", "corrupt: sampling", "corrupt"]
    assert all(one["seconds"] > 0 and one["shards"] == 1 for one in stages.values())
    for folder in (folder for stage in MEASURED for folder in FOLDERS[stage]):
        assert [graph["title"] for one in stages.values() for graph in one["graphs"]].count(folder) == 1


def test_a_stage_that_was_there_is_not_timed(measured: tuple[Job, dict[str, Any]]) -> None:
    job, _ = measured
    with pytest.raises(AssertionError, match="words was already committed"):
        run_stage(Work(job, job.root), "words")


def test_the_peers_functions_give_what_our_stages_give(measured: tuple[Job, dict[str, Any]]) -> None:
    job, _ = measured
    made = {name: batches(flat) for name, flat in flatten(job).items()}
    counts = {name: made[name].column("reason").null_count for name in ("clean", "eligibility")}
    assert {**counts, "pairs": len(made["pairs"])} == _ours(job)
    (pairs,) = Path(job.root).glob("corrupt/*/pairs-*.parquet")
    assert made["pairs"].equals(pq.read_table(pairs))


def batches(flat: Flat) -> pa.Table:
    (file,) = flat.files()
    values = {"folder": flat.job.folder, "poems": flat.job.poems, "seed": flat.job.seed, "workers": 1}
    return pa.concat_tables(BATCHES[flat.name](part, values) for part in halves(pq.read_table(file)))


def halves(table: pa.Table) -> list[pa.Table]:
    return [table.slice(0, len(table) // 2), table.slice(len(table) // 2)]


def test_figures_are_measured_once(tmp_path: Path) -> None:
    job, calls = Job(str(tmp_path), 1, 1, 1), []

    def measure() -> dict[str, float]:
        calls.append(1)
        return {"seconds": 2.5}

    assert remembered(job, "a", measure) == remembered(job, "a", measure) == {"seconds": 2.5}
    assert calls == [1]


def test_files_that_differ_are_named(tmp_path: Path) -> None:
    for root, text in (("one", "a"), ("other", "b")):
        for folder in ("clean", "corrupt"):
            (tmp_path / root / folder / "run").mkdir(parents=True)
        (tmp_path / root / "clean/run/manifest.json").write_text("same")
        (tmp_path / root / "corrupt/run/pairs").write_text(text)
    (tmp_path / "other/clean/run/extra").touch()
    assert differing(tmp_path / "one", tmp_path / "other") == ["clean/run/extra", "corrupt/run/pairs"]
    assert differing(tmp_path / "one", tmp_path / "one") == []


def test_the_peak_of_a_process_that_let_go_of_its_memory() -> None:
    code = "import time; len(b'x' * (300 << 20)); time.sleep(1)"
    with peaks() as found:
        subprocess.run([sys.executable, "-S", "-c", code], check=True)
    assert 300 < found.largest < 400
    assert found.values()["java_mib"] == []


def stage(seconds: float, rows: int = 1000, **changes: Any) -> dict[str, Any]:
    return {"seconds": seconds, "cpu_seconds": 2 * seconds, "rows": rows, "shards": 2, "memory": MEMORY, **changes}


def test_goals() -> None:
    big = {"largest_mib": 1500.0, "python_mib": [1500.0], "java_mib": [800.0]}
    sections: dict[str, Any] = {
        "direct": {
            "1000": {"ingest": stage(1, memory=big), "clean": stage(1), "corrupt": stage(2)},
            "10000": {"ingest": stage(9), "clean": stage(10.6, memory=big), "corrupt": stage(21)},
        },
        "pure": {"1000": {name: {"seconds": 1.0, "cpu_seconds": 1.992} for name in ("clean", "corrupt")}},
        "peer": {
            "1000": {
                "datasets": "5",
                "equal": False,
                "stages": {name: {"seconds": 0.9, "rows": 9} for name in ("clean", "eligibility", "pairs")},
            }
        },
        "flink": {"1000": {"stages": {"clean": stage(3)}, "differing_files": ["a"]}},
    }
    found = {goal.name: (goal.required, goal.shown(goal.figure), goal.met) for goal in goals(sections, 2)}
    assert found["1,000 poems, direct, ingest: MiB of the largest process"] == ("<= 2,048", "1,500", True)
    assert found["10,000 poems, direct, clean: MiB of the largest process"] == ("<= 1,024", "1,500", False)
    assert found["10,000 poems to 1,000 poems, clean: ratio of times"] == ("<= 10.50", "10.60", False)
    assert found["10,000 poems to 1,000 poems, corrupt: ratio of times"] == ("<= 10.50", "10.50", True)
    overhead = "of overhead per row and stage, processor time"
    assert found[f"1,000 poems, clean: µs {overhead}"] == ("<= 10.0", "8.0", True)
    assert found[f"1,000 poems, corrupt: µs {overhead}"] == ("<= 10.0", "1004.0", False)
    assert found["1,000 poems: µs per poem of all pure functions"] == ("<= 100", "3984", False)
    assert found["1,000 poems, clean: rows per second, relative to datasets.map"] == (">= 1.00 x", "0.90 x", False)
    assert found["1,000 poems, corrupt: rows per second, relative to datasets.map"] == (">= 1.00 x", "0.90 x", False)
    assert found["1,000 poems, flink: files that differ from direct"] == ("<= 0", "1", False)
    assert len(found) == 6 + 1 + 3 + 3 + 2 + 1
    json.dumps(sections)


def test_what_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    options = read(["--poems", "200,100", "--sections", "pure,flink,direct", "--runners", "direct"])
    assert (options.poems, options.sections) == ((100, 200), ["direct", "pure"])
    for wrong in (["--poems", "0"], ["--poems", "x"], ["--sections", "clean"], ["--runners", "spark"]):
        with pytest.raises(SystemExit):
            read(wrong)
        assert re.search("choose from|invalid number of poems|invalid literal", capsys.readouterr().err)
