"""The figures of a study of poems by people and ten poets, with cuts and cues."""

import numpy as np
import pyarrow as pa

from benchmarks.harness import Figures
from benchmarks.measure import Spent, in_a_process, peak_mib
from versebench.schemas.studies import EXPORT_TABLES
from versebench.schemas.table import Table
from versebench.transforms.judgements.analyse import PROBABILITY_HUMAN, analyse
from versebench.transforms.judgements.poem_cuts import Poem

TITLES, WRITERS, JUDGES, JUDGEMENTS = 110, 11, 54, 10_000
"""1,210 poems, as many as in ProFTAP."""


def measure() -> Figures:
    """Seconds and memory of all figures, in a process of its own."""
    return in_a_process(_measure)


def _measure() -> Figures:
    export, poems = _export(), _poems()
    begun = Spent.so_far()
    found = analyse(export, poems=poems)
    spent = Spent.so_far() - begun
    rows = {f"rows of {name}": len(table) for name, table in found.items() if len(table)}
    return {"poems": TITLES * WRITERS, "judgements": JUDGEMENTS, "seconds": spent.wall, "MiB": peak_mib(), **rows}


def _writer(number: int) -> str:
    return "human" if number == 0 else f"poet-{number:02d}"


def _poems() -> dict[str, Poem]:
    random = np.random.default_rng(1)
    return {
        f"{place:020x}": Poem(
            ("5-yan", "7-yan", "others")[int(random.integers(3))],
            bool(random.integers(2)),
            int(random.integers(3)),
            bool(random.integers(2)),
            bool(random.integers(2)),
        )
        for place in range(TITLES * WRITERS)
    }


def _export() -> dict[str, pa.Table]:
    random = np.random.default_rng(0)
    poems = TITLES * WRITERS
    items = [
        {
            **_blank(EXPORT_TABLES["items"]),
            "study": "abc",
            "item": f"i{place}",
            "protocol": PROBABILITY_HUMAN,
            "work_id": f"{place:020x}",
            "writer": _writer(place % WRITERS),
            "texts": ["一"],
            "text_ids": [f"{place:020x}"],
            "roles": ["human" if place % WRITERS == 0 else "model"],
            "title": f"title {place // WRITERS}",
        }
        for place in range(poems)
    ]
    pairs = random.permutation(poems * JUDGES)[:JUDGEMENTS]
    judged = [
        {
            **_blank(EXPORT_TABLES["judgements"]),
            "study": "abc",
            "judge": f"j{pair % JUDGES}",
            "item": f"i{pair // JUDGES}",
            "protocol": PROBABILITY_HUMAN,
            "work_id": f"{pair // JUDGES:020x}",
            "answer": "50",
            "probability": float(random.integers(11)) / 10,
        }
        for pair in pairs.tolist()
    ]
    judges = [{**_blank(EXPORT_TABLES["judges"]), "study": "abc", "judge": f"j{place}"} for place in range(JUDGES)]
    rows = {"items": items, "judgements": judged, "judges": judges}
    return {name: table.build_rows(rows.get(name, [])) for name, table in EXPORT_TABLES.items()}


def _blank(table: Table) -> dict[str, object]:
    """A row without content."""
    return {field.name: None if field.nullable else _zero(field.type) for field in table.schema}


def _zero(kind: pa.DataType) -> object:
    if pa.types.is_list(kind):
        return []
    if pa.types.is_boolean(kind):
        return False
    return "" if pa.types.is_string(kind) else 0
