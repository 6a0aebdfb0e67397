"""A line as a generator's tokens spell it, without stray symbols (JCLS 2022, 3.5.3: "garbage symbols")."""

import re
import unicodedata

_SYMBOLS = r"[|*#~^<>=\[\]{}\\_/+`]"
_STRAY = re.compile(rf"(?<=[^\W_])({_SYMBOLS}++)(?=[^\W_])|{_SYMBOLS}+")
_BEFORE_CLOSING = re.compile(r" +(?=[,.;:!?…)”’»]+(?:[ '\"]|$)|['\"]+$)")
_MAYBE_UNCLEAN = re.compile(rf"[^ -~]|{_SYMBOLS}| [ ,.;:!?)'\"]")
_REPLACEMENT = "\ufffd"
_STRAY_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Sm"))


def cleaned(text: str) -> str:
    """The line on one line, in NFC, without what no line of verse holds; all else stays, a small first letter too.

    Out are control and format characters, U+FFFD, and symbols such as ``| * # < =``, but for those of ASCII that stand
    within a word (and/or). Runs of spaces become one; those at the ends, and before marks that close, go.
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
