"""Every table describes its fields, and no schema changes unnoticed."""

import hashlib

import pyarrow as pa
import pytest

from versebench.schemas.registry import TABLES
from versebench.schemas.table import UPOS, Table, column

EACH = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))

PINNED = {
    "poems": ("2.0.0", "04b75e453a7781d8"),
    "provenance": ("1.0.0", "85c352d82562aac6"),
    "rejects": ("1.0.0", "1597512d3326c777"),
    "words": ("2.0.0", "75144dfb00b9af37"),
    "lexicon": ("2.0.0", "dc39e3b7c89f49f2"),
    "annotation": ("1.4.0", "bfefd49a114c9ec7"),
    "eligibility": ("1.0.0", "08ea7ae32376455c"),
    "pairs": ("1.0.0", "69d2cea90cb0a9c2"),
    "outcomes": ("1.0.0", "e764defe4785e50e"),
    "scores": ("2.0.0", "3693e13966746fe5"),
    "precision_sample": ("1.0.0", "3c1df74f73c4c414"),
    "decisions": ("2.0.0", "f032fa612c6065bc"),
    "results": ("2.0.0", "0ff78ce4545ff0c8"),
    "comparisons": ("1.0.0", "280e0d431169fb50"),
    "verdicts": ("1.0.0", "763594edd2ac8a95"),
}
"""Version and fingerprint of each table: a changed fingerprint needs a new version."""


@EACH
def test_every_field_has_a_description_and_a_unit(table: Table) -> None:
    for field in table.schema:
        words = {key.decode(): value.decode() for key, value in field.metadata.items()}
        assert set(words) == {"description", "unit"}, field.name
        assert words["description"].strip(), field.name
        assert words["unit"].strip(), field.name
    assert table.description.endswith(".")


@EACH
def test_the_key_consists_of_required_fields(table: Table) -> None:
    assert table.key
    assert not any(table.schema.field(name).nullable for name in table.key)


@EACH
def test_a_table_is_listed_by_its_name(table: Table) -> None:
    assert TABLES[table.name] is table


@EACH
def test_the_empty_table_has_the_schema(table: Table) -> None:
    assert table.empty().schema.equals(table.schema, check_metadata=True)
    assert table.build({field.name: [] for field in table.schema}).equals(table.empty())


@pytest.mark.parametrize("name", PINNED)
def test_a_changed_schema_needs_a_new_version(name: str) -> None:
    assert (TABLES[name].version, TABLES[name].fingerprint) == PINNED[name]


def test_part_of_speech_codes_are_never_reordered() -> None:
    assert len(UPOS) == len(set(UPOS)) == 17
    assert hashlib.sha256(" ".join(UPOS).encode()).hexdigest()[:16] == "14cc3983f8fcccdf"


# --- building a table

SMALL = Table(
    name="small",
    version="1.0.0",
    description="Two columns.",
    key=("a",),
    schema=pa.schema([column("a", pa.string(), "Name"), column("b", pa.int16(), "Number", "things", nullable=True)]),
)


def test_columns_come_in_any_order_and_kind() -> None:
    table = SMALL.build({"b": pa.chunked_array([[1], [2]], pa.int64()), "a": ["x", "y"]})
    assert table.to_pylist() == [{"a": "x", "b": 1}, {"a": "y", "b": 2}]
    assert table.schema.equals(SMALL.schema, check_metadata=True)


def test_a_missing_column_is_an_error() -> None:
    with pytest.raises(KeyError, match="b"):
        SMALL.build({"a": ["x"]})


@pytest.mark.parametrize("values", [[70_000], ["x"], pa.array([70_000]), pa.array(["x"])])
def test_a_value_that_does_not_fit_is_an_error(values: list[object]) -> None:
    with pytest.raises(pa.ArrowInvalid):
        SMALL.build({"a": ["x"], "b": values})


def test_columns_of_different_lengths_are_an_error() -> None:
    with pytest.raises(pa.ArrowInvalid):
        SMALL.build({"a": ["x", "y"], "b": [1]})


def test_the_fingerprint_depends_on_names_types_and_nullability_only() -> None:
    def fingerprint(*fields: pa.Field) -> str:
        return Table("n", "v", "d", ("a",), pa.schema(list(fields))).fingerprint

    base = fingerprint(column("a", pa.string(), "Name"))
    assert base == fingerprint(column("a", pa.string(), "Another description", "unit"))
    others = [
        column("b", pa.string(), "Name"),
        column("a", pa.large_string(), "Name"),
        column("a", pa.string(), "Name", nullable=True),
    ]
    assert base not in {fingerprint(field) for field in others}
