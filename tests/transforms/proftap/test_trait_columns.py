"""Traits in columns: equal to the traits of each poem alone, on poems of every form and on text that is none."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.proftap import trait_columns as columns
from versebench.transforms.proftap.poem_text import poem_lines
from versebench.transforms.proftap.trait_columns import trait_columns
from versebench.transforms.proftap.traits import Traits, traits

SAMPLES = Path(__file__).parents[3] / "samples" / "chinese"
REGULATED = "月月東東月\n東東月月東\n東東東月月\n月月月東東"
BROKEN = REGULATED.replace("東東月月東", "東月月月東")
LEVEL = "東風同中公山寒安看樓秋流生明清"
OTHER = "月日白水入子去目一乾里后A，〇、\U00020000\ufa11"

FEW = st.sampled_from(LEVEL + OTHER)
ANY = st.characters(exclude_characters="\n", exclude_categories=["Cs"])
PATTERNED = st.sampled_from([5, 7, 4, 6]).flatmap(
    lambda length: st.lists(st.text(FEW, min_size=length, max_size=length), min_size=1, max_size=14).map("\n".join)
)
POEMS = st.one_of(PATTERNED, st.lists(st.text(st.one_of(FEW, ANY), max_size=9), max_size=12).map("\n".join))


def alone(texts: list[str]) -> list[Traits]:
    return [traits(text.split("\n")) for text in texts]


@given(st.lists(POEMS, max_size=8))
def test_columns_have_the_traits_of_each_poem(texts: list[str]) -> None:
    assert trait_columns(texts).rows() == alone(texts)


def test_poems_of_the_sample_in_several_blocks() -> None:
    rows = json.loads((SAMPLES / "poems.json").read_text(encoding="utf-8"))
    texts = ["\n".join(poem_lines("\n".join(row["paragraphs"]))) for row in rows]
    longer = [f"{text}\n{text}" for text in texts] + ["\n".join([text] * 3) for text in texts]
    assert {row.regulated for row in alone(texts)} == {True, False}
    many = (texts + longer) * (columns.POEMS_AT_ONCE // len(texts))
    assert len(many) > columns.POEMS_AT_ONCE
    assert trait_columns(many).rows() == alone(many)


def test_a_regulated_poem_and_one_with_a_fault_of_tone() -> None:
    found = trait_columns([REGULATED, BROKEN, "\n".join([REGULATED] * 3), "\n".join([BROKEN] * 3)])
    assert found.regulated == [True, False, True, False]
    assert found.form == ["绝句", "绝句", "排律", "古风"]
    assert found.one_level_rhyme == [True] * 4


def test_doubled_characters_are_no_repetition_unless_they_come_again() -> None:
    assert trait_columns(["青青河畔草", "青青河畔青", "青青\n青", "青，青", "青A青"]).repeated_characters == [
        0,
        1,
        1,
        0,
        0,
    ]


def test_no_poems_and_empty_ones() -> None:
    assert trait_columns([]).rows() == []
    assert trait_columns(["", "\n", ""]).rows() == alone(["", "\n", ""])
