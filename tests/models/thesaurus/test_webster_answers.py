from typing import Any

import pytest

from tests.models.thesaurus.service import EYE, RUN, entry
from versebench.models.thesaurus.webster_answers import clean_synonym, read_answer


@pytest.mark.parametrize(
    ("synonym", "cleaned"),
    [
        ("wrestle (with)", "wrestle"),
        ("gray (or grey)", "gray"),
        ("(all) agog", "agog"),
        ("sheriff’s", "sheriff's"),
        ("look at", "look at"),
        ("cat", "cat"),
        ("()", ""),
        ("", ""),
    ],
)
def test_what_stands_in_parentheses_is_dropped(synonym: str, cleaned: str) -> None:
    assert clean_synonym(synonym) == cleaned


def test_entries_are_read() -> None:
    noun, verb, phrase = read_answer(list(EYE))
    assert (noun.headword, noun.part, noun.meta.syns[1]) == ("eye", "noun", ["scrutiny", "navel"])
    assert (verb.headword, verb.part) == ("eye", "verb")
    assert noun.stands_for("eyes")
    assert not phrase.stands_for("eye")


@pytest.mark.parametrize("answer", [[], ["eyed", "ere"]])
def test_suggestions_are_no_entries(answer: list[str]) -> None:
    assert read_answer(answer) == []


def test_members_that_are_not_there_count_as_empty() -> None:
    [one] = read_answer([{"meta": {"id": "eye"}}])
    assert (one.part, one.meta.syns, one.meta.stems) == ("", [], [])


@pytest.mark.parametrize(
    ("fl", "part"),
    [
        ("noun", "noun"),
        ("plural noun", "noun"),
        ("noun, plural", "noun"),
        ("Adjective", "adjective"),
        ("", ""),
        ("abbreviation", ""),
    ],
)
def test_parts_of_speech(fl: str, part: str) -> None:
    assert read_answer([entry("cat", fl, [])])[0].part == part


@pytest.mark.parametrize(
    "answer", [None, {}, "eye", 3, [3], [{"meta": {}}], [RUN, "ran"], [{"meta": {"id": "s3", "syns": "x"}}]]
)
def test_other_shapes_are_refused_without_a_quotation(answer: Any) -> None:
    with pytest.raises(ValueError, match="neither a list of entries nor a list of words") as caught:
        read_answer(answer)
    assert "s3" not in str(caught.value)
