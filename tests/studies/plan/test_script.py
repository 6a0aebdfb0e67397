"""Chinese poems of a study are in one script."""

import pytest

from versebench.studies.errors import SpecError
from versebench.studies.plan.script import check_script, rare_characters
from versebench.studies.spec import Poems

TRADITIONAL, SIMPLIFIED = "鐵軌穿雲去\n孤燈接夜明", "铁轨穿云去\n孤灯接夜明"


def item(text: str, title: str | None = None) -> dict[str, object]:
    return {"item": "one", "gold": False, "pair_id": None, "texts": [text], "title": title}


def test_poems_in_the_chosen_script_pass() -> None:
    check_script(Poems(language="zh-Hant"), [item(TRADITIONAL, "夜車")])
    check_script(Poems(language="zh-Hans"), [item(SIMPLIFIED, "夜车"), item("山中相送罢\n日暮掩柴扉")])
    check_script(Poems(language="en"), [item("A line", "A title")])


@pytest.mark.parametrize(
    ("language", "text", "title", "message"),
    [
        (
            "zh-Hant",
            SIMPLIFIED,
            None,
            "item one has characters that are not traditional: 铁轨灯; convert the poems, or",
        ),
        ("zh-Hans", TRADITIONAL, None, "item one has characters that are not simplified: 鐵軌雲燈; convert the poems"),
        ("zh-Hans", SIMPLIFIED, "夜車", "not simplified: 車"),
        ("zh-Hans", "No poem", None, "has a text without a Chinese character; leave it out"),
    ],
)
def test_an_item_of_another_script_is_refused(language: str, text: str, title: str | None, message: str) -> None:
    with pytest.raises(SpecError, match=message) as refused:
        check_script(Poems(language=language), [item(text, title)])
    assert "\n" not in str(refused.value)


def test_vertical_lines_are_for_chinese() -> None:
    with pytest.raises(ValueError, match="vertical lines need poems in zh-Hans or zh-Hant, not in en"):
        Poems(direction="vertical")


def test_characters_that_common_fonts_lack_are_listed() -> None:
    of = [item("鐵軌穿雲去\U00020000", "夜車\U000323af"), item("\U00020000", "夜")]
    assert rare_characters(Poems(language="zh-Hant"), of) == "\U00020000\U000323af"
    assert rare_characters(Poems(), of) == ""
