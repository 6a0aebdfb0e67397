"""Attribution lines are cut and recorded; lines of verse stay."""

import json
from typing import Any

import pytest

from versebench.transforms.sources.attribution import cut_attribution
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row
from versebench.transforms.sources.source import Source
from versebench.transforms.text.keys import text_id

POEM = "There once was a cat\nWho sat on a mat"
SOURCE = Source.model_validate(
    {"name": "s", "path": "p", "format": "jsonl", "licence": "CC0-1.0", "attributes": {"era": "era"}}
).of_form("verse")


def columns(text: str, **rules: Any) -> dict[str, Any]:
    made = poem_row({"text": text, "era": "now"}, SOURCE, Normalisation(**rules))
    assert isinstance(made, dict), made
    return made


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("- Edward Lear", "Edward Lear"),
        ("—Edward Lear, 1846", "Edward Lear, 1846"),
        ("-- E. B. O'Neill-Smith (1872)", "E. B. O'Neill-Smith (1872)"),
        ("~ Anon.", "Anon."),
        ("– by Walter de la Mare", "Walter de la Mare"),
        ("\n- Élise Noël", "Élise Noël"),
        ("\nBy Edward Lear", "Edward Lear"),
    ],
)
def test_a_line_with_a_name_is_cut(line: str, name: str) -> None:
    assert cut_attribution(f"{POEM}\n{line}") == (POEM, name)


@pytest.mark.parametrize(
    "line",
    [
        "- and was never seen again",
        "— The Cat came back.",
        "— O Sorrow!",
        "By Jove",
        "Edward Lear",
        "-",
        "- 1846",
        "- of the",
        "- Of All The Many Cats I Have Ever Seen",
        f"- {'A' * 80}",
        "",
    ],
)
def test_lines_of_verse_stay(line: str) -> None:
    text = f"{POEM}\n{line}"
    assert cut_attribution(text) == (text, "")


@pytest.mark.parametrize("text", ["", "- Edward Lear", "One line\n- Edward Lear", "\n\n- Edward Lear"])
def test_a_text_of_fewer_than_two_lines_is_no_poem_with_an_attribution(text: str) -> None:
    assert cut_attribution(text) == (text, "")


def test_the_cut_line_is_recorded_beside_the_attributes_of_the_source() -> None:
    made = columns(f"{POEM}\n  — Edward Lear ", attributions="cut")
    assert made["text"] == POEM
    assert made["text_id"] == text_id(POEM)
    assert json.loads(made["attributes"]) == {"attribution_line": "Edward Lear", "era": "now"}
    assert made == {**columns(POEM, attributions="cut"), "attributes": made["attributes"]}


def test_by_default_the_line_stays() -> None:
    made = columns(f"{POEM}\n- Edward Lear")
    assert made["text"].endswith("\n- Edward Lear")
    assert json.loads(made["attributes"]) == {"era": "now"}
