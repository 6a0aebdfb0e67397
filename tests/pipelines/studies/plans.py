"""A plan of a made-up study in a folder, as the planner commits it."""

from pathlib import Path
from typing import Any

from tests.studies.made_up import CONSENT, items, pairs, spec
from versebench.pipelines.studies.folder import folder_id, write_tables
from versebench.schemas.studies import ITEMS


def committed_plan(root: Path, poems: int = 40, items_of_each: int = 16, judge_items: int = 8, most: int = 9) -> str:
    """The folder of the name of a study of so many items of each of two protocols."""
    of = spec(
        [
            {"protocol": "choose_original.v1", "tasks": ["swap_lines.v1", "swap_end_words.v1"], "items": items_of_each},
            {"protocol": "altered_or_not.v1", "tasks": ["swap_lines.v1"], "items": items_of_each},
        ],
        judges={"items": judge_items, "most": most, "judgements_per_item": 3},
    )
    consent = {language: CONSENT[language] for language in of.languages}
    made_of: dict[str, Any] = {"spec": of.model_dump(mode="json") | {"consent": consent}}
    stage = f"studies/{of.name}"
    rows = [{**row, "study": folder_id(stage, made_of)} for row in items(of, pairs(poems))]
    table = ITEMS.build_rows(sorted(rows, key=lambda row: str(row["item"])))
    write_tables(str(root), stage, {ITEMS: [table]}, made_of)
    return f"{root}/studies/{of.name}"
