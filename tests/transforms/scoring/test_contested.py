"""Contested pairs: which are marked, by what reduction, and what is counted without them."""

from versebench.models.scorers.identity import ModelIdentity
from versebench.schemas.scores import DECISIONS
from versebench.transforms.scoring.contested import mark

WORK = "0" * 20
MODEL = ModelIdentity("checker", "abc", "/models/checker", on_hub=False)


def decision(pair: str, task: str, reduction: str, margin: float) -> dict[str, object]:
    return {
        "pair_id": pair,
        "work_id": WORK,
        "task": task,
        "model": "checker",
        "convention": "c",
        "precision": "fp32",
        "reduction": reduction,
        "margin": margin,
        "correct": margin > 0,
        "tie": margin == 0,
    }


ROWS = [
    decision("a" * 20, "swap_lines.v1", "sum", 2.0),
    decision("a" * 20, "swap_lines.v1", "mean", -2.0),
    decision("b" * 20, "swap_lines.v1", "sum", 0.0),
    decision("c" * 20, "delete_words.v1:words=1", "mean", -0.5),
    decision("d" * 20, "written.v1", "mean", -9.0),
]
REDUCTIONS = {"swap_lines.v1": "sum", "delete_words.v1:words=1": "mean"}


def contested(least_margin: float) -> dict[str, bool]:
    marked = mark(DECISIONS.build_rows(ROWS), "acceptability.v1", MODEL, REDUCTIONS, least_margin)
    return {row["pair_id"][0]: row["contested"] for row in marked.to_pylist()}


def test_a_pair_is_contested_if_the_original_is_not_better_by_the_reduction_of_its_task() -> None:
    assert contested(0.0) == {"a": False, "b": True, "c": True}


def test_the_least_margin_moves_the_line() -> None:
    assert contested(2.0) == {"a": True, "b": True, "c": True}
    assert contested(-0.4) == {"a": False, "b": False, "c": True}
