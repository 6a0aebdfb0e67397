"""Groups tokens into words by their characters."""

import re
from bisect import bisect_right
from collections.abc import Sequence

_WORD = re.compile(r"\S+")
_VISIBLE = re.compile(r"\S")


def word_stops(text: str, spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return for each token the place after the last token of its word: ``(2, 2, 3)`` for "lim", "erick", "was".

    A word is a whitespace-separated string (JCLS 2022, 3.4), not a tokenizer's own word, which ends at a hyphen or an
    apostrophe. A token belongs to the word of its first visible character. A space that is a token of its own belongs
    to the word after it, as it does in tokens that begin with one; a line break is alone. ``spans`` are the
    characters of each token in ``text``: start and end (exclusive).
    """
    starts = [word.start() for word in _WORD.finditer(text)]
    words = [_word_at(text, starts, span) for span in spans]
    stops = list(range(1, len(words) + 1))
    for place in reversed(range(len(words) - 1)):
        if words[place] is None and "\n" not in text[slice(*spans[place])]:
            words[place] = words[place + 1]
        if words[place] is not None and words[place] == words[place + 1]:
            stops[place] = stops[place + 1]
    return tuple(stops)


def _word_at(text: str, starts: Sequence[int], span: tuple[int, int]) -> int | None:
    visible = _VISIBLE.search(text, *span)
    return None if visible is None else bisect_right(starts, visible.start())
