"""Looking lines up in the benchmark, on a few poems."""

import json
from pathlib import Path

import pytest

from benchmarks.proftap import lines
from versebench.pipelines.reuse.poems_file import read_poems

MET = {"seconds": 9.0, "megabytes": 50.0, "peak_mib": 300.0}


def test_queries_find_every_line_with_a_substitution(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "OURS", 200)
    found = lines.queries(data, None)
    assert found["lines"] == 60 * 8
    assert found["recall"] == 1.0
    assert found["near_lines_per_second"] > 0


def test_made_up_poems_are_as_many_as_asked_for(tmp_path: Path) -> None:
    lines.write_synthetic(tmp_path / "poems.jsonl", 25)
    poems = list(read_poems(tmp_path / "poems.jsonl"))
    assert len({poem.lines for poem in poems}) == len(poems) == 25
    assert all(len(poem.lines) == 8 for poem in poems)


def test_goals_of_speed_and_memory() -> None:
    million = {"times_as_long": 10.6, "1000000": {"peak_mib": 1000.0}}
    peers = {"datasketch": {"seconds": 1.0, "asked": 100}, "rapidfuzz": {"seconds": 1.0, "asked": 1}}
    queries = {"recall": 1.0, "near_lines_per_second": 4000.0, "exact_lines_per_second": 1.0, "peers": peers}
    measured = {"index": MET, "million": million, "queries": queries}
    met = {goal.name: goal.met for goal in lines.goals(measured)}
    assert met == {
        "index: seconds": True,
        "index: MB on disk": True,
        "index: MiB of a process": True,
        "index: ten times the poems, times as long": False,
        "index of a million poems: MiB of a process": True,
        "near lines: recall of single substitutions": True,
        "lines a second, times rapidfuzz": False,
        "lines a second, times datasketch": True,
    }
    json.dumps(measured)
