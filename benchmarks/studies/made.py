"""Made-up studies of any size, without a release."""

from typing import Any

from versebench.pipelines.studies.folder import write_tables
from versebench.schemas.studies import ITEMS
from versebench.storage.run import run_id
from versebench.studies.plan.items import rows_of_pairs
from versebench.studies.plan.sample import sample_pairs
from versebench.studies.spec import Spec, with_profile

_TASK = "swap_lines.v1"
_CONSENT = {"en": "You read poems, and your answers are stored."}
_PEOPLE = {
    "responsible": "A. Editor",
    "contact": "editor@example.org",
    "purpose": "a benchmark",
    "ethics": "none required, because only programs answer",
    "payment": "none",
    "licence": "CC-BY-4.0",
    "retention_days": 30,
}


def made_spec(items: int, judge_items: int, judges: int, per_item: int) -> Spec:
    """A study of pairs of one task."""
    values = {
        "name": "load",
        "title": "Load",
        "people": _PEOPLE,
        "consent": {"en": "consent.md"},
        "protocols": [{"protocol": "choose_original.v1", "tasks": [_TASK], "items": items}],
        "judges": {"items": judge_items, "most": judges, "judgements_per_item": per_item},
    }
    return Spec.model_validate(with_profile(values))


def made_items(spec: Spec, number: int) -> list[dict[str, Any]]:
    """Items for a specification, each of a poem of its own, and some for practice."""
    pairs = {(_TASK, row["pair_id"]): row for row in map(_pair, range(number + 50))}
    sampled = sample_pairs(spec, ((task, pair, row["work_id"]) for (task, pair), row in pairs.items()))
    return [{**row, "study": ""} for row in rows_of_pairs(spec, sampled, pairs)]


def _pair(number: int) -> dict[str, Any]:
    lines = [f"line {place} of poem {number}, which nobody wrote" for place in range(5)]
    name = f"{number:016x}"  # an id has 20 hex digits
    return {
        "task": _TASK,
        "pair_id": f"{name}0000",
        "work_id": f"{name}1111",
        "original": "\n".join(lines),
        "corrupted": "\n".join(reversed(lines)),
        "original_text_id": f"{name}2222",
        "corrupted_text_id": f"{name}3333",
    }


def write_plan(root: str, spec: Spec, items: list[dict[str, Any]]) -> str:
    """Commit a plan; the folder of its name."""
    made_of: dict[str, Any] = {"spec": spec.model_dump(mode="json") | {"consent": _CONSENT}}
    stage = f"studies/{spec.name}"
    rows = [{**row, "study": run_id({"stage": stage, **made_of})} for row in items]
    write_tables(root, stage, {ITEMS: [ITEMS.build_rows(sorted(rows, key=lambda row: str(row["item"])))]}, made_of)
    return f"{root}/{stage}"
