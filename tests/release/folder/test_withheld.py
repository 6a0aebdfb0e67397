"""What a release without texts holds of every table, and that who holds the texts makes each row again."""

import json
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.release.folder.withheld import COLUMNS, Held, restore, withhold
from versebench.schemas.registry import TABLES

WORK, REFUSED, LOST = "0" * 20, "1" * 20, "2" * 20
TEXT = "There was a young lady of Niger\nWho smiled as she rode on a tiger"


def rows_of(name: str, *rows: dict[str, Any]) -> pa.Table:
    """Some rows of a table, with the columns that they name alone."""
    schema = TABLES[name].schema
    return pa.Table.from_pylist(list(rows), pa.schema([schema.field(column) for column in rows[0]]))


def poem(work: str, text: str = TEXT) -> dict[str, Any]:
    return {"work_id": work, "text_id": f"id of {text}", "title": "Niger", "text": text, "included_words": ["tiger"]}


def reject(stage: str, work: str | None, reason: str = "a_reason", detail: str = "said", original: str = "") -> Any:
    names = ("reject_id", "work_id", "stage", "reason", "detail", "original")
    return dict(zip(names, (f"{stage} {work}", work, stage, reason, detail, original), strict=True))


def tables_of(text: str = TEXT, corrupted: str = "Who rode on a tiger") -> dict[str, pa.Table]:
    """A shard of a release with a poem, what was made of it, and a reject of every stage."""
    pair = {"pair_id": "p", "work_id": WORK, "original": text, "corrupted": corrupted, "words": corrupted.split()}
    return {
        "poems": rows_of("poems", poem(WORK, text)),
        "annotation": rows_of("annotation", {"work_id": WORK, "scheme": "AABBA", "word_phones": ["DH EH1 R", ""]}),
        "pairs": rows_of("pairs", pair),
        "completions": rows_of("completions", {"work_id": WORK, "line": "That a generator wrote"}),
        "synonyms": rows_of(
            "synonyms", {"work_id": WORK, "synonym": "feline", "word": "tiger", "sense": "tiger.noun.1"}
        ),
        "scores": rows_of(
            "scores",
            {"work_id": WORK, "text_id": "t", "token_pieces": ["Ġsmiled", "<0xC3>", "tiger"]},
            {"work_id": WORK, "text_id": "u", "token_pieces": None},
        ),
        "rejects": rows_of(
            "rejects",
            reject("ingest", REFUSED, original='{"text": "Of a tiger"}', detail="at 'Of'"),
            reject("clean", LOST, original=TEXT, detail="ends on Niger"),
            reject("split", REFUSED, detail=WORK, original="Of another tiger"),
            reject("score", WORK, detail="'smiled' is unknown", original=corrupted),
            reject("ingest", None, "taken_down", "taken down by abc"),
        ),
    }


def held(text: str = TEXT) -> Held:
    """What a holder of the sources has: all cleaned poems, and the rejects of ingest and clean."""
    tables = tables_of(text)
    poems = rows_of("poems", poem(WORK, text), poem(REFUSED, "Of another tiger"))
    rejects = [row for row in tables["rejects"].to_pylist() if row["stage"] in ("ingest", "clean")]
    return Held(poems, tables["annotation"], rows_of("rejects", *rejects))


def test_no_word_of_the_poem_is_left() -> None:
    given_on = withhold(tables_of())
    said = json.dumps({name: table.to_pylist() for name, table in given_on.items()}, ensure_ascii=False).casefold()
    for word in ("there", "lady", "niger", "smiled", "tiger", "another", "rode"):
        assert word not in said.replace("id of there was a young lady of niger\\nwho smiled as she rode on a tiger", "")
    for word in ("feline", "that a generator wrote", "taken down by abc", "aabba"):
        assert word in said


def test_a_schema_stays_as_it_is() -> None:
    for name, table in withhold(tables_of()).items():
        assert table.schema.equals(tables_of()[name].schema, check_metadata=True)


def test_every_row_is_made_again() -> None:
    full = tables_of()
    made, missing = restore(withhold(full), held())
    assert missing == {}
    for name, table in full.items():
        assert made[name].equals(table), name


@given(st.text("ab\n🙂[\"'", max_size=20), st.text('ab\n🙂["c', max_size=20))
def test_any_text_is_made_again(text: str, corrupted: str) -> None:
    full = tables_of(text, corrupted)
    made, missing = restore(withhold(full), held(text))
    assert not missing
    assert all(made[name].equals(table) for name, table in full.items())


def test_another_text_under_the_id_of_a_work_makes_nothing() -> None:
    given_on = withhold(tables_of())
    made, missing = restore(given_on, held(TEXT.replace("young", "old")))
    of_the_poem = {name: 1 for name in COLUMNS if name not in ("scores", "rejects")}
    assert missing == {**of_the_poem, "scores": 2, "rejects": 1}
    for name in of_the_poem:
        assert made[name].equals(given_on[name])


@pytest.mark.parametrize("table", COLUMNS)
def test_the_columns_are_those_of_the_schemas(table: str) -> None:
    assert set(COLUMNS[table]) <= set(TABLES[table].schema.names)
