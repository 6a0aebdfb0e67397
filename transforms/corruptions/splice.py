"""Replace parts of a text and keep account of where they stand on both sides."""

from collections.abc import Sequence

from transforms.corruptions.contract import Corruption


def splice(
    text: str, replacements: Sequence[tuple[int, int, str]], words: Sequence[str], words_removed: int = 0
) -> Corruption:
    """Replace half-open ranges, given in order and apart from each other, and record the spans on both sides.

    Each span is cut to what really differs: a prefix or suffix that both sides share is not part of the edit.
    """
    parts: list[str] = []
    original_spans, corrupted_spans = [], []
    place = length = 0
    for start, end, new in replacements:
        start, end, new = _trim(text, start, end, new)
        length += start - place
        original_spans.append((start, end))
        corrupted_spans.append((length, length + len(new)))
        parts += (text[place:start], new)
        place, length = end, length + len(new)
    parts.append(text[place:])
    return Corruption("".join(parts), tuple(original_spans), tuple(corrupted_spans), tuple(words), words_removed)


def _trim(text: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    first = last = 0
    shortest = min(end - start, len(new))
    while first < shortest and text[start + first] == new[first]:
        first += 1
    while last < shortest - first and text[end - 1 - last] == new[len(new) - 1 - last]:
        last += 1
    return start + first, end - last, new[first : len(new) - last]
