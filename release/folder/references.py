"""A text told by where its parts stand in another one, so that only who holds that one can read it."""

import json

Reference = list[int]
"""Where a part starts in the other text, and how many characters it has."""


def refer(text: str, base: str) -> str:
    """A text as references into ``base``, longest parts first; what ``base`` does not hold stands as it is.

    The result is JSON: a list of references and of strings.
    """
    parts: list[Reference | str] = []
    place = 0
    while place < len(text):
        start, length = _longest(text, place, base)
        if length:
            parts.append([start, length])
        elif parts and isinstance(parts[-1], str):
            parts[-1] += text[place]
        else:
            parts.append(text[place])
        place += length or 1
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def resolve(references: str, base: str) -> str:
    """The text that :func:`refer` was given. Raises ``ValueError`` where the references are none into ``base``."""
    return "".join(part if isinstance(part, str) else _part(part, base) for part in json.loads(references))


def _longest(text: str, place: int, base: str) -> tuple[int, int]:
    """Where the longest beginning of the rest of a text stands first in another one, and its length."""
    start = length = 0
    while place + length < len(text):
        found = base.find(text[place : place + length + 1], start)
        if found < 0:
            break
        start, length = found, length + 1
    return start, length


def _part(reference: Reference, base: str) -> str:
    start, length = reference
    if not 0 <= start <= start + length <= len(base):
        raise ValueError(f"{reference} is no place in a text of {len(base)} characters")
    return base[start : start + length]
