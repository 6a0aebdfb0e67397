"""Removal of markup that sources leave in texts: ``markup.v1``."""

import html
import re
from collections.abc import Callable

MARKUP_V1 = "markup.v1"

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_COMMENT = re.compile(r"<!--.{0,10000}?-->", re.DOTALL)
_BREAK = re.compile(r"<br[ \t]*/?>[ \t]*(?:\r\n|\r|\n)?", re.IGNORECASE)
_PARAGRAPH = re.compile(r"[ \t\r\n]*</?(?:p|div|blockquote)(?:[ \t\r\n][^<>]{0,500})?>[ \t\r\n]*", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|body|center|cite|em|font|h[1-6]|html|i|li|ol|pre|q|s|small|span|strong|sub|sup|tt|u|ul)"
    r"(?:[ \t\r\n][^<>]{0,500})?/?>",
    re.IGNORECASE,
)
_ITALICS = re.compile(r"(?<![\w_])_(?=[^\s_])([^_]{0,1999}[^\s_])_(?![\w_])")
_PASSES = 3
"""How many times escaped markup is unescaped; ``&amp;quot;`` needs two passes."""


def without_markup(text: str) -> tuple[str, tuple[str, ...]]:
    """Returns a text without markup, and what was changed: some of ``entities``, ``tags`` and ``italics``.

    Entities that end in a semicolon become characters. ``<br>`` ends a line, and ``<p>``, ``<div>`` and
    ``<blockquote>`` end a stanza; other tags of running text and comments are removed. Underscores around words, which
    mark italics in plain text, are removed. Anything else between ``<`` and ``>`` stays.
    """
    changes: dict[str, None] = {}
    for _ in range(_PASSES):
        before = text
        for name, change in _CHANGES:
            if (changed := change(text)) != text:
                text = changed
                changes[name] = None
        if text == before:
            break
    return text, tuple(sorted(changes))


def _unescaped(text: str) -> str:
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text) if "&" in text else text


def _untagged(text: str) -> str:
    if "<" not in text:
        return text
    text = _PARAGRAPH.sub("\n\n", _BREAK.sub("\n", _COMMENT.sub("", text)))
    return _TAG.sub("", text)


def _upright(text: str) -> str:
    return _ITALICS.sub(r"\1", text) if "_" in text else text


_CHANGES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("entities", _unescaped),
    ("tags", _untagged),
    ("italics", _upright),
)
