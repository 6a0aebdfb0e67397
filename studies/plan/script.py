"""Chinese poems of a study have one script; another one in between would give a poem away."""

from collections.abc import Iterable, Mapping
from typing import Any

from versebench.models.simplified import comparable
from versebench.studies.errors import SpecError
from versebench.studies.spec import SCRIPTS, Poems
from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters
from versebench.transforms.text.chinese import characters

_FIRST_PLANE = 0xFFFF

_SHOWN = 8


def traditional_characters(text: str) -> str:
    """The characters of a text that have a simplified form and are not in GB 2312, each once, in order.

    Characters that both scripts share pass, and so does 乾, which stays in 乾坤.
    """
    found = (char for char in characters(text) if comparable(char) != char and not _is_simplified(char))
    return "".join(dict.fromkeys(found))


def _is_simplified(char: str) -> bool:
    return bool(char.encode("gb2312", "ignore"))


def rare_characters(poems: Poems, items: Iterable[Mapping[str, Any]]) -> str:
    """The characters of Chinese texts and titles that common fonts lack, each once, in order.

    Common fonts have the characters of the first plane of Unicode, and few of the others.
    """
    if poems.language not in SCRIPTS:
        return ""
    shown = "".join(text for item in items for text in (*item["texts"], item["title"] or ""))
    return "".join(sorted({char for char in shown if ord(char) > _FIRST_PLANE}))


def check_script(poems: Poems, items: Iterable[Mapping[str, Any]]) -> None:
    """Check the texts and titles of items. Raises :class:`SpecError` at the first that is not in the chosen script."""
    if poems.language not in SCRIPTS:
        return
    is_simplified = poems.language == "zh-Hans"
    script, another = ("simplified", "zh-Hant") if is_simplified else ("traditional", "zh-Hans")
    for item in items:
        if item["gold"] and item["pair_id"] is None:
            continue  # what it says is in the languages of the pages
        for text in (*item["texts"], item["title"] or item["texts"][0]):
            if not characters(text):
                what = "has a text without a Chinese character"
                raise SpecError(f"poems.language: item {item['item']} {what}; leave it out, or choose its language")
            if wrong := (traditional_characters if is_simplified else simplified_characters)(text):
                raise SpecError(
                    f"poems.language: item {item['item']} has characters that are not {script}: {wrong[:_SHOWN]}; "
                    f"convert the poems, or choose {another}"
                )
