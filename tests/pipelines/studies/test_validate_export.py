"""An export that lost something, or whose rows do not fit each other, is refused."""

from typing import Any

import pyarrow as pa
import pytest

from tests.expectations.studies.rows import rows_of_judge
from tests.studies.made_up import hash_of, items, spec
from versebench.pipelines.errors import DataError
from versebench.pipelines.studies.validate_export import validate_export
from versebench.schemas.studies import EXPORT_TABLES
from versebench.studies.export.sides import side_counts

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
                rows[name].append(row | ({"answered": 1} if name == "judges" else {}))
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


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), pa.array(values, table.schema.field(at).type))


def test_places_with_a_gap_are_refused() -> None:
    given = tables()
    given["judgements"] = with_column(given["judgements"], "place", [2, 1])
    with pytest.raises(DataError, match=r"judgements: .*place_held"):
        validate_export("0123456789abcdef", given, COUNTS)
    given["judges"] = with_column(given["judges"], "answered", [2, 1])
    with pytest.raises(DataError, match=r"export_conservation: .*of_judges"):
        validate_export("0123456789abcdef", given, COUNTS)


@pytest.mark.parametrize(("positions", "holds"), [([1, 1, 2, 2, 1, 1], True), ([1, 1, 1, 2, 1, 1], False)])
def test_the_right_text_stands_equally_often_at_each_place(positions: list[int], holds: bool) -> None:
    rows: dict[str, list[dict[str, Any]]] = {"items": [], "judgements": []}
    of = spec()
    chosen = [row for row in items(of) if row["protocol"] == "choose_original.v1" and not row["practice"]]
    for place, position in enumerate(positions, 1):
        row = next(row for row in chosen if row["task"] == "swap_lines.v1" and row not in rows["items"])
        rows["items"].append(row)
        [judgement] = [rows_of_judge(0, row["work_id"])["judgements"]]
        fields = {name: row[name] for name in ("item", "task", "pair_id")}
        rows["judgements"].append({**judgement, **fields, "place": place, "position": position})
    given = {name: table.build_rows(rows.get(name, [])) for name, table in EXPORT_TABLES.items()}
    [count] = side_counts(given["judgements"], given["items"])
    assert (count.task, count.difference <= count.allowed) == ("swap_lines.v1", holds)
    assert count.difference == 2 * positions.count(1) - 6


def test_an_export_of_uneven_sides_is_refused() -> None:
    given = tables()
    item = {**items(spec())[0], "gold": False, "practice": False}
    one = given["judgements"].slice(0, 1).to_pylist()[0]
    given["judges"] = with_column(given["judges"], "answered", [3, 0])
    given["line_ratings"] = given["line_ratings"].slice(0, 0)
    names = [f"{place:016x}" for place in range(1, 4)]
    given["items"] = EXPORT_TABLES["items"].build_rows([{**item, "item": name} for name in names])
    counts = {**COUNTS, "opened": 6, "answered": 4, "exported": 3}

    def at(positions: list[int]) -> dict[str, pa.Table]:
        places = list(enumerate(zip(names, positions, strict=True), 1))
        several = [{**one, "item": name, "place": place, "position": position} for place, (name, position) in places]
        return {**given, "judgements": EXPORT_TABLES["judgements"].build_rows(several)}

    validate_export("0123456789abcdef", at([2, 2, 1]), counts)
    with pytest.raises(DataError, match=r"meet 1 expectations \(export_sides: .*allowed"):
        validate_export("0123456789abcdef", at([2, 2, 2]), counts)


def test_an_answer_without_its_judge_is_refused() -> None:
    given = tables()
    given["judges"] = given["judges"].slice(0, 1)
    with pytest.raises(DataError, match="judge_exists"):
        validate_export("0123456789abcdef", given, COUNTS)
