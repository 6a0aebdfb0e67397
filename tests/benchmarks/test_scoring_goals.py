from typing import Any

import pytest

pytest.importorskip("torch")

from benchmarks.scoring.goals import goals

TWICE = {"minicons": {"bf16 then fp32, sum": 8.5, "bf16 then fp32, all reductions": 4.0}}
FIGURES: dict[str, Any] = {
    "small": {
        "share_of_matmul": 0.85,
        "fp32_times_as_fast_as": {"minicons": {"clock": 2.3}, "lm-eval": {"clock": 2.1}, "bf16": {"clock": 0.3}},
        "twice_times_as_fast_as": TWICE,
        "nats_apart": {"minicons": 1e-5, "lm-eval": 2e-4},
    },
    "verse": {"fp32_times_as_fast_as": {"minicons": {"clock": 21.0}}, "nats_apart": {"minicons": 0.0}},
    "decisions": {"differing_decisions": {"sum": 0, "mean": 1}},
    "masked": {"share_of_matmul": 0.9, "twice_times_as_fast_as_peer": {"sum": 3.0}, "nats_apart": 1e-4},
    "long": {"words": 2000, "shapes": {"long": {"peak_mib": 4097.0}}},
    "blimp": {"differing_decisions": 0, "nats_apart": 1e-5},
}


def test_every_goal_with_its_figure() -> None:
    found = {goal.name: (goal.required, goal.shown(goal.figure), goal.met) for goal in goals(FIGURES, amx=True)}
    assert found == {
        "small: fp32, share of the matrix products": (">= 80%", "85%", True),
        "small: fp32, times as fast as minicons": (">= 2.40 x", "2.30 x", False),
        "small: fp32, times as fast as lm-eval": (">= 2.00 x", "2.10 x", True),
        "small: bf16 then fp32, sum, times as fast as minicons": (">= 8.00 x", "8.50 x", True),
        "small: bf16 then fp32, all reductions, times as fast as minicons": (">= 8.00 x", "4.00 x", False),
        "small: difference of a sum from minicons, in nats": ("<= 1.0e-04", "1.0e-05", True),
        "small: difference of a sum from lm-eval, in nats": ("<= 1.0e-04", "2.0e-04", False),
        "verse: fp32, times as fast as minicons": (">= 20.00 x", "21.00 x", True),
        "verse: difference of a sum from minicons, in nats": ("<= 1.0e-04", "0.0e+00", True),
        "verse: decisions of bf16 then fp32 that differ from fp32, sum": ("<= 0", "0", True),
        "verse: decisions of bf16 then fp32 that differ from fp32, mean": ("<= 0", "1", False),
        "bert: fp32, share of the matrix products": (">= 90%", "90%", True),
        "bert: bf16 then fp32, sum, times as fast as minicons": (">= 4.00 x", "3.00 x", False),
        "bert: difference of a sum from minicons, in nats": ("<= 1.0e-04", "1.0e-04", True),
        "2,000 words, long: peak MiB": ("<= 4,096", "4,097", False),
        "BLiMP: decisions that differ from minicons": ("<= 0", "0", True),
        "BLiMP: difference of a sum from minicons, in nats": ("<= 1.0e-04", "1.0e-05", True),
    }


def test_speed_in_bf16_is_a_goal_with_amx_alone() -> None:
    assert not [
        goal.name for goal in goals(FIGURES, amx=False) if "bf16 then fp32" in goal.name and "fast" in goal.name
    ]


def test_without_peers_few_goals_are_left() -> None:
    alone = {
        "small": {
            "share_of_matmul": 0.5,
            "fp32_times_as_fast_as": {},
            "twice_times_as_fast_as": {},
            "nats_apart": {},
        },
        "masked": {"share_of_matmul": 0.5},
        "blimp": {"accuracy": {}},
    }
    assert [goal.met for goal in goals(alone, amx=True)] == [False, False]
    assert goals({}, amx=True) == []
