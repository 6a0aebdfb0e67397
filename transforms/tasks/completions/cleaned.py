"""Removal of stray symbols from the lines of a generator (JCLS 2022, 3.5.3: "garbage symbols")."""

import re
import unicodedata

_SYMBOLS = r"[|*#~^<>=\[\]{}\\_/+`]"
_STRAY = re.compile(rf"(?<=[^\W_])({_SYMBOLS}++)(?=[^\W_])|{_SYMBOLS}+")
_BEFORE_CLOSING = re.compile(r" +(?=[,.;:!?…)”’»]+(?:[ '\"]|$)|['\"]+$)")
_MAYBE_UNCLEAN = re.compile(rf"[^ -~]|{_SYMBOLS}| [ ,.;:!?)'\"]")
_REPLACEMENT = "\ufffd"
_STRAY_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Sm"))


def cleaned(text: str) -> str:
    """Returns a line in NFC, without line breaks and without characters that do not occur in verse.

    Control and format characters, U+FFFD, and symbols such as ``| * # < =`` are removed, except ASCII symbols within a
    word (and/or). Runs of spaces become one; spaces at the ends and before closing marks are removed. Everything else
    stays, including a small first letter.
    """
    text = text.strip()
    if not _MAYBE_UNCLEAN.search(text):
        return text
    while (once := _once(text)) != text:  # what one symbol leaves may make another stray
        text = once
    return text


def _once(text: str) -> str:
    kept = " ".join(unicodedata.normalize("NFC", text).split())
    if not kept.isascii() or not kept.isprintable():
        kept = "".join(char for char in kept if not _is_stray(char))
    kept = " ".join(_STRAY.sub(r"\1", kept).split())
    return unicodedata.normalize("NFC", _BEFORE_CLOSING.sub("", kept))


def _is_stray(char: str) -> bool:
    if char.isascii():
        return not char.isprintable()
    return char == _REPLACEMENT or unicodedata.category(char) in _STRAY_CATEGORIES
