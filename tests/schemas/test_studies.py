"""Tables of studies describe their fields, say whether judges are simulated, and have whole keys."""

import pytest

from versebench.schemas.registry import TABLES
from versebench.schemas.studies import ANALYSIS_TABLES, EXPORT_TABLES
from versebench.schemas.table import Table

ALL = {**EXPORT_TABLES, **ANALYSIS_TABLES}
EACH = pytest.mark.parametrize("table", ALL.values(), ids=list(ALL))


@EACH
def test_every_field_has_a_description_and_a_unit(table: Table) -> None:
    for field in table.schema:
        words = {key.decode(): value.decode() for key, value in field.metadata.items()}
        assert set(words) == {"description", "unit"}, field.name
        assert words["description"].strip()
        assert words["unit"].strip()
    assert table.description.endswith(".")


@EACH
def test_the_key_consists_of_required_fields_and_starts_with_the_study(table: Table) -> None:
    assert table.key[0] == "study"
    assert not any(table.schema.field(name).nullable for name in table.key)


@EACH
def test_every_row_states_whether_judges_are_simulated(table: Table) -> None:
    assert not table.schema.field("simulated").nullable


@EACH
def test_a_figure_that_may_be_null_comes_with_a_reason(table: Table) -> None:
    if "value" in table.schema.names or "p_exact" in table.schema.names:
        assert table.schema.field("why_null").nullable


def test_names_are_used_once() -> None:
    assert len(ALL) == len(EXPORT_TABLES) + len(ANALYSIS_TABLES)
    assert all(TABLES.get(name, table) is table for name, table in ALL.items())
