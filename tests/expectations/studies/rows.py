"""A valid row of every table about judges."""

from typing import Any

Row = dict[str, Any]

BROKEN: dict[tuple[str, str], tuple[str, Any]] = {
    ("judgements", "judge_exists"): ("judge", "nobody"),
    ("judgements", "place_held"): ("place", 21),
    ("line_ratings", "judge_exists"): ("judge", "nobody"),
    ("line_ratings", "judgement_exists"): ("item", "none"),
    ("judge_answers", "judge_exists"): ("judge", "nobody"),
    ("judges", "gold_holds"): ("gold_right", 4),
    ("human_results", "reasoned"): ("value", None),
    ("human_results", "interval_holds"): ("low", 0.9),
    ("human_comparisons", "interval_holds"): ("low", None),
    ("human_comparisons", "counts_hold"): ("neither", 3),
    ("cues", "effect_holds"): ("low", 0.9),
    ("confusions", "share_holds"): ("times_chosen", 2),
}
"""For each derived column, a column of the first row and a value for it that makes the derived column false."""


def rows_of_judge(number: int, identity: str) -> dict[str, Row]:
    study, judge = {"study": "abc", "simulated": False}, {"judge": f"j{number}"}
    answer = {**study, **judge, "item": f"i{number}", "work_id": identity}
    place = {**study, "protocol": "choose_original.v1", "task": "swap_lines.v1", "with_excluded": False}
    model = {"model": f"m{number}", "convention": "bos-given", "reduction": "sum"}
    return {
        "judgements": {**answer, **_judgement(identity)},
        "line_ratings": {**answer, "line": 2, "fluency": "weak", "coherence": "not", "ruled": False},
        "judges": {**study, **judge, **_judge()},
        "judge_answers": {**study, **judge, "question": "training", "answer": "none"},
        "human_results": {**place, "group": "all", "measure": f"accuracy{number}", "of": "all", **_result()},
        "human_comparisons": {**place, **model, "people": "majority", **_comparison()},
        "model_errors": {**place, **model, "item": "i1", "pair_id": identity, "work_id": identity, **_error()},
        "cues": {**_without_task(place), "model": "gpt2-tang", "cue": f"cue{number}", **_cue()},
        "confusions": {**place, "judged_by": "people", "evaluated": "Ann", "chosen": f"artist {number}", **_cell()},
        "roc": {**_without_task(place), **model, "kind": "mean", "point": 1, "threshold": 0.5, **_point()},
        "scorer_judgements": {**study, **_scorer(identity), "item": f"i{number}", "model": f"m{number}"},
        "calibration": {**_without_task(place), "group": "all", "bin": number, **_bin()},
    }


def _without_task(place: Row) -> Row:
    return {name: value for name, value in place.items() if name != "task"}


def _judgement(identity: str) -> Row:
    of_pair = {"protocol": "choose_original.v1", "task": "swap_lines.v1", "pair_id": identity}
    said = {"chosen_text_id": identity, "answer": "first", "probability": 0.5, "correct": True}
    times = {"known": False, "late": False, "client_ms": 900, "server_ms": 1000}
    return {**of_pair, "place": 1, "position": 1, **said, **times, "language": "en", "excluded": None}


def _judge() -> Row:
    counts = {"items": 20, "answered": 20, "gold_asked": 3, "gold_right": 3, "known": 0}
    return {**counts, "looked_up": None, "language": "en", "excluded": None, "finished": True}


def _result() -> Row:
    counts = {"judgements": 40, "items": 20, "poems": 20, "judges": 2}
    return {"value": 0.8, "low": 0.7, "high": 0.85, "method": "share", **counts, "why_null": None}


def _comparison() -> Row:
    outcomes = {"both_correct": 4, "only_people": 3, "only_model": 1, "neither": 2, "squared_differences": 4}
    tests = {"p_exact": 0.6, "p_clustered": 0.5, "p_holm": 0.6, "people_share": 0.7, "model_accuracy": 0.5}
    correlation = {"spearman": 0.3, "low": -0.1, "high": 0.6, "reliability": 0.5}
    return {"pairs": 10, "poems": 10, **outcomes, **tests, **correlation, "why_null": None}


def _cue() -> Row:
    effect = {"log_odds": 0.4, "low": 0.1, "high": 0.7, "p": 0.01}
    return {**effect, "poems": 80, "method": "logistic regression", "why_null": None}


def _error() -> Row:
    return {"judges": 3, "margin": -0.4}


def _cell() -> Row:
    return {"times_shown": 4, "times_chosen": 1, "share": 0.25, "symmetric_share": 0.2}


def _point() -> Row:
    return {"false_positives": 0.2, "true_positives": 0.8}


def _scorer(identity: str) -> Row:
    of_text = {"protocol": "probability_human.v1", "writer": "human", "tokens": 30}
    return {"revision": identity, **of_text, "log_probability": -90.0, "probability": 0.25}


def _bin() -> Row:
    return {"judgements": 9, "mean_probability": 0.2, "human_share": 0.3}
