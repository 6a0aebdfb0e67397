"""An export that lost something, or whose rows do not fit each other, is refused."""

from typing import Any

import pyarrow as pa
import pytest

from tests.expectations.studies.rows import rows_of_judge
from tests.studies.made_up import hash_of
from versebench.pipelines.errors import DataError
from versebench.pipelines.studies.validate_export import validate_export
from versebench.schemas.studies import EXPORT_TABLES

COUNTS = {
    "opened": 5,
    "answered": 3,
    "expired": 1,
    "withdrawn_unanswered": 1,
    "withdrawn_answers": 1,
    "exported": 2,
}


def tables() -> dict[str, pa.Table]:
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in EXPORT_TABLES}
    for number in range(2):
        for name, row in rows_of_judge(number, hash_of("work", str(number))).items():
            if name in rows:
                rows[name].append(row)
    return {name: table.build_rows(rows[name]) for name, table in EXPORT_TABLES.items()}


def test_an_export_that_adds_up_passes() -> None:
    validate_export("0123456789abcdef", tables(), COUNTS)


@pytest.mark.parametrize(
    ("counts", "expectation"),
    [
        ({"opened": 6}, "opened, closed|opened"),
        ({"answered": 4, "opened": 6}, "answered|kept"),
        ({"exported": 3, "withdrawn_answers": 0}, "exported|judgements"),
    ],
)
def test_an_export_that_does_not_add_up_is_refused(counts: dict[str, int], expectation: str) -> None:
    with pytest.raises(DataError, match=f"export_conservation: .*({expectation})"):
        validate_export("0123456789abcdef", tables(), {**COUNTS, **counts})


def test_a_row_that_its_suite_refuses_is_named() -> None:
    given = tables()
    place = given["judgements"].schema.get_field_index("place")
    wrong = pa.array([0] * len(given["judgements"]), given["judgements"].schema.field(place).type)
    given["judgements"] = given["judgements"].set_column(place, given["judgements"].schema.field(place), wrong)
    with pytest.raises(DataError, match=r"does not meet 1 expectations \(judgements: .*place"):
        validate_export("0123456789abcdef", given, COUNTS)


def test_an_answer_without_its_judge_is_refused() -> None:
    given = tables()
    given["judges"] = given["judges"].slice(0, 1)
    with pytest.raises(DataError, match="judge_exists"):
        validate_export("0123456789abcdef", given, COUNTS)
