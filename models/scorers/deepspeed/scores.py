"""Scores as JSON, and back: numbers come back with the same bits."""

from collections.abc import Sequence
from typing import Any

from versebench.models.scorers.contract import TextScore, UnitScores, Unscored


def to_json(units: Sequence[UnitScores]) -> list[Any]:
    """The scores of units, as lists, strings and numbers."""
    return [{name: [_plain(score) for score in scores] for name, scores in unit.items()} for unit in units]


def from_json(units: Sequence[Any]) -> list[UnitScores]:
    """The scores of units, from what :func:`to_json` made."""
    return [{name: [_score(found) for found in scores] for name, scores in unit.items()} for unit in units]


def _plain(score: TextScore | Unscored) -> dict[str, Any]:
    if isinstance(score, Unscored):
        return {"reason": score.reason, "detail": score.detail}
    return {"values": score.token_log_probabilities, "ids": score.token_ids, "spans": score.spans}


def _score(found: dict[str, Any]) -> TextScore | Unscored:
    if "reason" in found:
        return Unscored(found["reason"], found["detail"])
    spans = None if found["spans"] is None else tuple((start, end) for start, end in found["spans"])
    return TextScore(tuple(found["values"]), tuple(found["ids"]), spans)
