"""Traits of poems: form, line length, repetition, rhyme and tones."""

import pytest

from versebench.transforms.proftap.traits import form_of, traits, yan_of

QUATRAIN = ("白日依山尽", "黄河入海流", "欲穷千里目", "更上一层楼")
"""Line beginnings of tones as the rules of regulated verse ask for; a proverbial quatrain."""


def lines(number: int, length: int) -> list[str]:
    return ["山" * length] * number


@pytest.mark.parametrize(
    ("number", "length", "form"),
    [(4, 5, "绝句"), (4, 7, "绝句"), (8, 5, "律诗"), (8, 7, "律诗"), (6, 5, "古风"), (10, 5, "古风"), (4, 4, "四言"),
     (8, 4, "四言"), (4, 6, "六言"), (2, 5, "古风"), (4, 3, "古风")],
)  # fmt: skip
def test_forms_follow_from_lines_and_characters(number: int, length: int, form: str) -> None:
    assert form_of(lines(number, length), regulated=False) == form


def test_only_regulated_couplets_make_a_long_form() -> None:
    assert form_of(lines(10, 5), regulated=True) == "排律"
    assert form_of(lines(11, 5), regulated=True) == "古风"


def test_lines_of_several_lengths_are_of_no_pattern() -> None:
    mixed = [*lines(3, 5), *lines(1, 7)]
    assert form_of(mixed, regulated=False) == "古风"
    assert [yan_of(each) for each in (lines(4, 5), lines(4, 7), mixed, lines(4, 4), [])] == [
        "5-yan",
        "7-yan",
        "others",
        "others",
        "others",
    ]


def test_a_regulated_quatrain_in_either_script() -> None:
    for poem in (QUATRAIN, ("白日依山盡", "黃河入海流", "欲窮千里目", "更上一層樓")):
        seen = traits(poem)
        assert (seen.form, seen.yan, seen.patterned, seen.lines, seen.characters) == ("绝句", "5-yan", True, 4, 20)
        assert (seen.one_level_rhyme, seen.regulated, seen.repeated_characters) == (True, True, 0)


def test_another_order_of_lines_breaks_the_rhyme() -> None:
    seen = traits((QUATRAIN[1], QUATRAIN[0], QUATRAIN[2], QUATRAIN[3]))
    assert not seen.one_level_rhyme
    assert not seen.regulated


def test_a_doubled_character_is_no_repetition() -> None:
    assert traits(("青青河畔草", "绵绵思远道")).repeated_characters == 0
    assert traits(("青山横北郭", "白水绕青城")).repeated_characters == 1
