"""Chinese poems of a study have one script; another one in between would give a poem away."""

from collections.abc import Iterable, Mapping
from typing import Any

from versebench.studies.errors import SpecError
from versebench.studies.spec import SCRIPTS, Poems
from versebench.transforms.prosody.languages.classical_chinese.script import simplified_characters
from versebench.transforms.text.chinese import characters

_COMMON_BIG5 = 0xC67E
"""The last of the common characters in Big5, the standard of traditional script; rare ones follow."""

_SHOWN = 8


def traditional_characters(text: str) -> str:
    """The characters of a text that are common in traditional script and not in GB 2312, each once, in order.

    Rare characters, which both scripts share, are in none of the two and pass.
    """
    return "".join(dict.fromkeys(char for char in characters(text) if _is_common(char) and not _is_simplified(char)))


def _is_common(char: str) -> bool:
    code = char.encode("big5", "ignore")
    return bool(code) and int.from_bytes(code, "big") <= _COMMON_BIG5


def _is_simplified(char: str) -> bool:
    return bool(char.encode("gb2312", "ignore"))


def check_script(poems: Poems, items: Iterable[Mapping[str, Any]]) -> None:
    """Check the texts and titles of items. Raises :class:`SpecError` at the first that is not in the chosen script."""
    if poems.language not in SCRIPTS:
        return
    is_simplified = poems.language == "zh-Hans"
    script, another = ("simplified", "zh-Hant") if is_simplified else ("traditional", "zh-Hans")
    for item in items:
        for text in (*item["texts"], item["title"] or item["texts"][0]):
            if not characters(text):
                what = "has a text without a Chinese character"
                raise SpecError(f"poems.language: item {item['item']} {what}; leave it out, or choose its language")
            if wrong := (traditional_characters if is_simplified else simplified_characters)(text):
                raise SpecError(
                    f"poems.language: item {item['item']} has characters that are not {script}: {wrong[:_SHOWN]}; "
                    f"convert the poems, or choose {another}"
                )
