"""The goals of completion: which are met, and that those that are missed are said to be."""

from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from benchmarks.completion.goals import goals
from benchmarks.harness import print_goals

EQUAL = {"found": 5, "same": 1.0, "missing": 0, "apart": 1e-5}
FIGURES: dict[str, Any] = {
    "beam": {
        "beams": 500,
        "times_as_fast_as_generate": 5.0,
        "equal": {"5": EQUAL, "500": {**EQUAL, "same": 0.99, "missing": 1, "apart": 2e-4}},
        "memory": {"peak_mib": 4097.0},
    },
    "delayed": {
        "runs": 1000,
        "times_as_fast_as_generate": {"best batch": 3.9, "alone": 21.0},
        "equal": EQUAL,
        "memory": {"peak_mib": 1500.0},
    },
    "bf16": {"beam": {}},
    "generator": {"seconds_a_poem": {}, "beams": 500, "equal": EQUAL},
    "quality": {
        "human": {"words": {"mean": 6.5}},
        "methods": {
            "complete_line_beam.v1": {"yield": 0.1, "words": {"mean": 11.0}},
            "complete_line_rhyme_constrained.v1": {"yield": 0.6, "words": {"mean": 5.25}},
        },
    },
}


def test_every_goal_with_its_figure() -> None:
    found = {goal.name: (goal.required, goal.shown(goal.figure), goal.met) for goal in goals(FIGURES)}
    assert found == {
        "beam, k = 500: times as fast as generate": (">= 5.00 x", "5.00 x", True),
        "beam, k = 5: continuations of generate that are missing, except ties": ("<= 0", "0", True),
        "beam, k = 5: difference from generate in nats": ("<= 1.0e-04", "1.0e-05", True),
        "beam, k = 500: continuations of generate that are missing, except ties": ("<= 0", "1", False),
        "beam, k = 500: difference from generate in nats": ("<= 1.0e-04", "2.0e-04", False),
        "beam, k = 500: peak MiB": ("<= 4,096", "4,097", False),
        "1,000 delayed runs: times as fast as generate, best batch": (">= 4.00 x", "3.90 x", False),
        "1,000 delayed runs: times as fast as generate, one after another": (">= 20.00 x", "21.00 x", True),
        "1,000 delayed runs: continuations of generate that are missing, except ties": ("<= 0", "0", True),
        "1,000 delayed runs: difference from generate in nats": ("<= 1.0e-04", "1.0e-05", True),
        "1,000 delayed runs: peak MiB": ("<= 4,096", "1,500", True),
        "gpt2-writer, k = 500: continuations of generate that are missing, except ties": ("<= 0", "0", True),
        "gpt2-writer, k = 500: difference from generate in nats": ("<= 1.0e-04", "1.0e-05", True),
        "complete_line_rhyme_constrained.v1: yield of the eligible poems": (">= 60%", "60%", True),
        "complete_line_rhyme_constrained.v1: difference of mean words per line from human lines": (
            "<= 1.00",
            "1.25",
            False,
        ),
    }


def test_goals_are_of_what_was_measured() -> None:
    assert goals({}) == []
    assert [goal.name for goal in goals({"quality": {"methods": {}}})] == []


def test_without_a_completion_there_is_no_length() -> None:
    nothing = {"yield": 0.0, "words": None}
    found = goals({"quality": {"human": {}, "methods": {"complete_line_rhyme_constrained.v1": nothing}}})
    assert [(goal.name.partition(": ")[2], goal.met) for goal in found] == [("yield of the eligible poems", False)]


def test_what_is_missed_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    scored = goals(FIGURES)
    print_goals(scored)
    said = capsys.readouterr().err
    assert said.count("missed") == sum(not goal.met for goal in scored) == 5
