"""The sections of the benchmark of completion on a tiny model and a few poems, beside the peer."""

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import GPT2Config

from benchmarks.completion import beam as completion_beam
from benchmarks.completion import bf16 as completion_bf16
from benchmarks.completion import clock as completion_clock
from benchmarks.completion import delayed as completion_delayed
from benchmarks.completion import generator as completion_generator
from benchmarks.completion.__main__ import COMPLETION, SECTIONS, options_of
from benchmarks.completion.goals import goals
from benchmarks.completion.models import make, shipped
from benchmarks.completion.options import Options
from benchmarks.completion.quality import measure as measure_quality
from benchmarks.completion.quality import recipe, tasks
from benchmarks.harness import print_figures
from benchmarks.scoring.texts import poems

TINY = GPT2Config(n_layer=2, n_embd=32, n_head=2, vocab_size=4096, bos_token_id=0, eos_token_id=0)
OPTIONS = Options(
    rounds=1, threads=1, shape=TINY, beams=(2, 5), runs=8, batches=(2, 3), alone=1, poems=2, quality_runs=3
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return make(TINY, tmp_path_factory.mktemp("tiny"))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long and has tests of its own: the matrix products, and the memory of a process."""
    monkeypatch.setattr(completion_clock, "SECONDS", 0.0)
    for module in (completion_beam, completion_delayed):
        monkeypatch.setattr(module, "memory", lambda *_: {"loaded_mib": 1.0, "peak_mib": 2.0})


def test_beam(folder: str) -> None:
    found = completion_beam.measure(folder, OPTIONS)
    assert set(found["equal"]) == {"2", "5"}
    assert [one["found"] for one in found["equal"].values()] == [2, 5]
    seconds = found["seconds"]
    assert found["times_as_fast_as_generate"] == pytest.approx(seconds["generate"] / seconds["ours"])
    assert [goal.met for goal in goals({"beam": found}) if "generate" in goal.name and "fast" not in goal.name] == [
        True
    ] * 4
    shown("beam", found)


def test_delayed(folder: str) -> None:
    found = completion_delayed.measure(folder, OPTIONS)
    assert {name: one["runs_timed"] for name, one in found["generate"].items()} == {"2": 2, "3": 3, "alone": 1}
    for one in found["generate"].values():
        assert one["seconds_scaled_to_all_runs"] == pytest.approx(one["seconds"] * 8 / one["runs_timed"])
        assert one["of_which_sampling"] < one["seconds"]
    alone = found["generate"]["alone"]["seconds_scaled_to_all_runs"]
    assert found["times_as_fast_as_generate"]["alone"] == pytest.approx(alone / found["seconds"])
    assert found["equal"]["found"] == 10
    assert [goal.met for goal in goals({"delayed": found}) if "generate" in goal.name and "fast" not in goal.name] == [
        True
    ] * 2
    shown("delayed", found)


def test_bf16(folder: str) -> None:
    found = completion_bf16.measure(folder, OPTIONS)
    assert list(found["models"]) == ["random weights", "gpt2-writer"]
    for searches in found["models"].values():
        for one in searches.values():
            assert set(one["seconds"]) == {"fp32", "bf16"}
            assert 0 <= one["same"] <= 1
        assert searches["beam"]["nats_apart"] > 0
    shown("bf16", found)


def test_generator() -> None:
    found = completion_generator.measure(shipped(), OPTIONS)
    ways = {name: set(seconds) for name, seconds in found["seconds_a_poem"].items()}
    ours = {"ours", "ours, one thread"}
    assert ways == {
        "complete_line_beam.v1": ours | {"generate"},
        "complete_line_delayed_beam.v1": ours | {"generate, one run"},
        "complete_line_rhyme_constrained.v1": ours,
    }
    assert (found["poems"], found["equal"]["found"]) == (2, 10)
    assert all(goal.met for goal in goals({"generator": found}))
    shown("generator", found)


@pytest.fixture
def limericks(tmp_path: Path) -> Path:
    """Five of the sample's in the layout of the data."""
    path = tmp_path / "limericks.jsonl"
    rows = [{"id": str(place), "author": "a", "lines": text.split("\n")} for place, text in enumerate(poems()[:5])]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_quality(limericks: Path) -> None:
    found = measure_quality(limericks, replace(OPTIONS, workers=1))
    assert list(found["methods"]) == [task.task for task in tasks(OPTIONS)]
    for one in found["methods"].values():
        assert one["poems"] == 5
        assert one["found"] == one["completions"] + sum(one["refused"].values())
        assert one["yield"] == one["completed"] / one["eligible"]
    assert found["human"]["lines"] == found["methods"]["complete_line_beam.v1"]["eligible"] > 0
    assert [goal.name.partition(": ")[2] for goal in goals({"quality": found})][:1] == ["yield of the eligible poems"]
    shown("quality", found)


def test_the_sizes_of_quality_are_options(limericks: Path) -> None:
    few = tasks(replace(OPTIONS, limericks=3))
    assert {task.poems for task in few} == {3}
    assert [task.model_dump().get("runs") for task in few] == [None, None, 3]
    assert [recipe(limericks, task).tasks for task in few] == [[task] for task in few]


ONE = {"seconds": {"fp32": 1.0, "bf16": 0.5}, "times_as_fast_as_fp32": 2.0, "same": 0.5, "nats_apart": 0.125}
BF16: dict[str, Any] = {"beams": 5, "runs": 7, "models": {"gpt2-writer": {"beam": ONE, "delayed": ONE}}}


def test_the_command_hands_its_options_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Options] = []

    def measure(given: Namespace) -> dict[str, Any]:
        asked.append(options_of(given))
        return BF16

    monkeypatch.setitem(SECTIONS, "bf16", replace(SECTIONS["bf16"], measure=measure))
    assert COMPLETION.main(["--section", "bf16", "--rounds", "3", "--runs", "7", "--limericks", "9", "--json"]) == 0
    assert asked == [replace(Options(), rounds=3, runs=7, limericks=9, shape=asked[0].shape)]
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert figures["sections"] == {"bf16": BF16}
    assert (figures["options"]["runs"], figures["options"]["shape"]["n_layer"], figures["device"]) == (7, 12, "cpu")
    assert "gpt2-writer, delayed" in printed.err


def shown(name: str, found: dict[str, Any]) -> None:
    """The figures can be printed, and are JSON."""
    print_figures(name, found)
    json.dumps(found)
