"""Characters and lines of Chinese verse."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

_LINE = re.compile(r"[^，。？！；：,.?!;:\n]*[，。？！；：,.?!;:]*[」』﹂﹄”’]*")
"""A line with the marks at its end; a pause in a line (、) is no end."""
_HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def is_character(char: str) -> bool:
    """Whether a character is Chinese, and not a mark, letter or symbol."""
    return _HAN.match(char) is not None


def characters(line: str) -> list[str]:
    """The Chinese characters of a line, without marks."""
    return _HAN.findall(line)


def verse_lines(paragraphs: Iterable[str]) -> list[str]:
    """The lines of verse in paragraphs such as couplets (鐵軌穿雲去，孤燈接夜明。), each with the marks at its end.

    Marks without a line of their own stay with the line before them.
    """
    lines: list[str] = []
    for paragraph in paragraphs:
        for piece in filter(None, map(str.strip, _LINE.findall(paragraph))):
            if lines and all(map(_is_mark, piece)):
                lines[-1] += piece
            else:
                lines.append(piece)
    return lines


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PZ"


_SHAPES = {(4, 5): "五絕", (4, 7): "七絕", (8, 5): "五律", (8, 7): "七律"}


def shape(lines: Sequence[str]) -> str:
    """The form that the number of lines and characters suggests: 五絕, 七絕, 五律, 七律, 四言, 六言, or else 古風.

    Rhymes and tones are not looked at: old verse of eight lines passes for 律詩, and 排律 for 古風.
    """
    lengths = {len(characters(line)) for line in lines}
    if lengths == {4} and len(lines) >= 4:
        return "四言"
    if lengths == {6} and len(lines) >= 4:
        return "六言"
    return _SHAPES.get((len(lines), lengths.pop()), "古風") if len(lengths) == 1 else "古風"


def repeated_characters(lines: Sequence[str]) -> tuple[str, ...]:
    """The characters that occur more than once in a poem, in order; a doubled character (青青) counts once."""
    counts: Counter[str] = Counter()
    for line in lines:
        found = characters(line)
        counts.update(found[:1])
        counts.update(char for before, char in pairwise(found) if char != before)
    return tuple(char for char, count in counts.items() if count > 1)
