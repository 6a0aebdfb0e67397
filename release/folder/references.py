"""Write a text as references into another text, so that it can be read only with that other text."""

import json

Reference = list[int]
"""The start of a part in the other text, and its length, in characters."""


def refer(text: str, base: str) -> str:
    """A text as references into ``base``, with the longest possible parts; characters that ``base`` lacks are kept.

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
    """The text that :func:`refer` was given. Raises ``ValueError`` if a reference is outside ``base``."""
    return "".join(part if isinstance(part, str) else _part(part, base) for part in json.loads(references))


def _longest(text: str, place: int, base: str) -> tuple[int, int]:
    """Start and length in ``base`` of the longest prefix of ``text[place:]`` that it contains, at its first place."""
    start = length = 0
    while place + length < len(text):
        index = base.find(text[place : place + length + 1], start)
        if index < 0:
            break
        start, length = index, length + 1
    return start, length


def _part(reference: Reference, base: str) -> str:
    start, length = reference
    if not 0 <= start <= start + length <= len(base):
        raise ValueError(f"the reference {reference} is outside the text of {len(base)} characters")
    return base[start : start + length]
