"""Rows of a source become the columns of a poem, or a refusal."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.schemas.poems import POEMS
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row, source_id
from versebench.transforms.sources.source import Source
from versebench.transforms.text.keys import text_id, work_id

RULES = Normalisation()
FIELDS = {
    name: name for name in ("text", "source_id", "author", "title", "licence", "form", "topics", "included_words")
}
ATTRIBUTES = {"is_limerick": "is_limerick", "dynasty": "era"}
SOURCE = Source.model_validate(
    {
        "name": "s",
        "path": "p",
        "format": "jsonl",
        "licence": "CC0-1.0",
        "author": "Anon",
        "fields": FIELDS,
        "attributes": ATTRIBUTES,
    }
).of_form("limerick")


def row(**fields: object) -> dict[str, Any]:
    made = poem_row({"text": "a line", **fields}, SOURCE, RULES)
    assert isinstance(made, dict), made
    return made


def refusal(**fields: object) -> Refusal:
    made = poem_row(fields, SOURCE, RULES)
    assert isinstance(made, Refusal)
    return made


def test_every_column_of_a_poem() -> None:
    made = row(
        text=" a  line\r\n",
        source_id=17,
        author=" Edward\nLear ",
        title="T",
        licence="MIT",
        is_limerick="yes",
        era=" Tang ",
        form="verse",
        topics=["cats", " ", "d\tog"],
        included_words="hat",
    )
    assert made == {
        "work_id": work_id("s", "17", "a line"),
        "text_id": text_id("a line"),
        "parent_id": None,
        "first_line": None,
        "source": "s",
        "source_id": "17",
        "author": "Edward Lear",
        "title": "T",
        "licence": "MIT",
        "language": "english",
        "form": "verse",
        "text": "a line",
        "attributes": '{"dynasty":"Tang","is_limerick":true}',
        "topics": ["cats", "d og"],
        "included_words": ["hat"],
    }
    assert list(made) == [field.name for field in POEMS.schema]


def test_what_a_row_lacks_comes_from_the_source_or_is_empty() -> None:
    made = row(author="", title=None)
    assert made["author"] == "Anon"
    assert made["licence"] == "CC0-1.0"
    assert made["source_id"] is made["title"] is None
    assert (made["form"], made["language"], made["attributes"]) == ("limerick", "english", "{}")
    assert made["topics"] == made["included_words"] == []
    assert made["work_id"] == work_id("s", None, "a line")


def test_a_list_of_strings_is_taken_as_lines() -> None:
    assert row(text=["one", "two", "", "three"])["text"] == "one\ntwo\n\nthree"


@pytest.mark.parametrize(
    ("value", "truth"),
    [(True, True), (False, False), (1, True), (0, False), ("TRUE", True), ("no", False), ("0", False), ("", None)],
)
def test_truth(value: object, truth: bool | None) -> None:
    assert json.loads(row(is_limerick=value)["attributes"]) == ({} if truth is None else {"is_limerick": truth})


@pytest.mark.parametrize(("value", "name"), [("x", "x"), (3, "3"), (2.5, "2.5"), (" a\nb ", "a b"), ("", None)])
def test_a_source_id_is_a_string_on_one_line(value: object, name: str | None) -> None:
    assert row(source_id=value)["source_id"] == name


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, Refusal("missing_field", "no text in field 'text'; the row has none")),
        ({"b": 1, "a": 2}, Refusal("missing_field", "no text in field 'text'; the row has a, b")),
        ({"text": None, "a": 2}, Refusal("missing_field", "no text in field 'text'; the row has a, text")),
        ({"text": 5}, Refusal("wrong_type", "the text is of type int; expected a string or a list of lines")),
        ({"text": ["a", 5]}, Refusal("wrong_type", "the text is of type list; expected a string or a list of lines")),
        ({"text": "a", "author": ["x"]}, Refusal("wrong_type", "author is of type list; expected a string")),
        ({"text": "a", "source_id": True}, Refusal("wrong_type", "source_id is of type bool; expected a string")),
        ({"text": "a", "topics": 5}, Refusal("wrong_type", "topics is of type int; expected a list of strings")),
        ({"text": "a", "topics": [5]}, Refusal("wrong_type", "topics is of type list; expected a list of strings")),
        ({"text": "a", "is_limerick": "so"}, Refusal("wrong_type", "is_limerick is 'so'; expected true or false")),
        ({"text": "a", "is_limerick": 2}, Refusal("wrong_type", "is_limerick is '2'; expected true or false")),
        ({"text": "a", "is_limerick": [1]}, Refusal("wrong_type", "is_limerick is '[1]'; expected true or false")),
        ({"text": " "}, Refusal("empty_text", "the text contains nothing but spaces")),
    ],
)
def test_refusals(fields: dict[str, object], expected: Refusal) -> None:
    assert refusal(**fields) == expected


def test_a_text_that_cannot_be_kept_is_refused_before_the_types_are_looked_at() -> None:
    assert refusal(text="a\x00", topics=5).reason == "control_characters"
    assert refusal(text="a\ud800", topics=5).reason == "invalid_unicode"


def test_the_field_that_the_recipe_names_is_read() -> None:
    source = Source.model_validate(
        {"name": "s", "path": "p", "format": "oedilf-json", "licence": "CC0", "fields": {"text": "verse"}}
    ).of_form("limerick")
    made = poem_row({"verse": "a", "limerick": "b", "id": 4}, source, RULES)
    assert isinstance(made, dict)
    assert (made["text"], made["source_id"]) == ("a", "4")


VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text() | st.none())


@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), VALUES))
def test_every_row_is_a_poem_that_fits_the_table_or_a_refusal(fields: dict[str, object]) -> None:
    made = poem_row(fields, SOURCE, RULES)
    if isinstance(made, Refusal):
        assert made.detail
    else:
        assert len(POEMS.build({name: [value] for name, value in made.items()})) == 1


# --- rejects that know which row they are of


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("x 1", "x 1"),
        (" a\nb ", "a b"),
        (17, "17"),
        (True, None),
        (None, None),
        (["x"], None),
        ("", None),
        ("\x00", None),
    ],
)
def test_the_id_of_a_row_that_is_no_poem(value: object, name: str | None) -> None:
    assert source_id({"source_id": value}, SOURCE, RULES) == name


def test_a_source_without_ids_gives_none() -> None:
    source = Source.model_validate({"name": "s", "path": "p", "format": "text", "licence": "CC0"}).of_form("verse")
    assert source_id({"id": "x"}, source, RULES) is None


def test_a_reject_of_ingest_carries_the_id_of_its_row() -> None:
    from versebench.transforms.ingest.read_sources import _spilled
    from versebench.transforms.ingest.source_file import SourceFile
    from versebench.transforms.ingest.takedown import Orders

    file, orders = SourceFile(0, "p", SOURCE), Orders(())

    def spilled(row: Row | BadRow) -> dict[str, Any]:
        [made] = _spilled(row, file, RULES, orders)
        return made

    refused = spilled(Row(3, {"text": " ", "source_id": " 1\n7 "}))
    assert (refused["reason"], refused["source_id"], refused["row"]) == ("empty_text", "1 7", 3)
    assert spilled(Row(3, {"text": 5, "source_id": ["x"]}))["source_id"] is None
    assert spilled(BadRow(3, "invalid_json", "d", "o", 1))["source_id"] is None
    assert spilled(Row(3, {"text": "a", "source_id": 17}))["source_id"] == "17"
