"""Simplified characters: by phrase to show a text, and character by character to compare texts."""

from collections.abc import Callable
from functools import cache


def simplified(text: str) -> str:
    """The text in simplified characters, as people write them: 乾 stays in 乾坤 and becomes 干 in 乾燥."""
    converted: str = _converter()(text)
    return converted


def comparable(text: str) -> str:
    """The text with each character simplified alone, so that equal characters stay equal in any company."""
    return text.translate(_COMPARABLE)


class _Comparable(dict[int, str]):
    """What each character is in comparisons, looked up when it is first met."""

    def __missing__(self, code: int) -> str:
        converted: str = _converter()(chr(code))
        self[code] = converted
        return converted


_COMPARABLE = _Comparable()


@cache
def _converter() -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert
