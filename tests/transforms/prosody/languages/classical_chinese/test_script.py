import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters, text_problem
from versebench.transforms.text.chinese import verse_lines

SAMPLE = Path("samples/chinese/poems.json")


@pytest.mark.parametrize(
    ("line", "reason", "found"),
    [
        ("蟲鳴短夢長（一作涼）。", "note", "（"),
        ("唱《鷓鴣》", "note", "《"),
        ("元[哲]", "note", "["),
        ("春/秋", "note", "/"),
        ("古簡沉埋□□春，", "lacuna", "□"),
        ("有事莫爲●。", "lacuna", "●"),
        ("春風……", "lacuna", "…"),
        ("⿰風", "lacuna", "⿰"),
        ("字\ue829", "lacuna", "\ue829"),
        ("K歌聲裏月初沉。", "letters", "K"),
        ("第3更", "letters", "3"),
        ("桜の花", "letters", "の"),
        ("小楼听雨到三更，", "script", "楼"),
    ],
)
def test_an_unfit_text_is_refused_by_name(line: str, reason: str, found: str) -> None:
    problem = text_problem(["明月在高松，", line])
    assert problem is not None
    assert (problem.reason, problem.line) == (reason, 1)
    assert problem.characters.startswith(found)
    assert str(problem).startswith(f"line 2: {found}")


def test_the_gravest_problem_counts() -> None:
    problem = text_problem(["楼K□", "（"])
    assert problem is not None
    assert (problem.reason, problem.line) == ("note", 1)


@pytest.mark.parametrize("line", ["「里干征后云」，", "春、秋；冬：夏！", "日出 東牆。", "〇", ""])
def test_verse_in_traditional_characters_is_fit(line: str) -> None:
    assert text_problem([line]) is None


def test_simplified_characters_are_named_once() -> None:
    assert simplified_characters("灯影书声灯") == "灯书声"
    assert simplified_characters("燈影書聲") == ""


def test_every_flaw_of_the_sample_is_found() -> None:
    for poem in json.loads(SAMPLE.read_text(encoding="utf-8")):
        problem = text_problem(verse_lines(poem["paragraphs"]))
        expected = poem["expect"] if poem["expect"] in ("note", "lacuna", "letters", "script") else None
        assert (problem and problem.reason) == expected, poem["id"]


@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_text_is_fit_or_has_a_problem_that_stands_in_it(lines: list[str]) -> None:
    problem = text_problem(lines)
    if problem is not None:
        assert problem.reason in ("note", "lacuna", "letters", "script")
        assert set(problem.characters) <= set(lines[problem.line])
