"""Replacing parts of a text, with a record of the spans on both sides."""

from collections.abc import Sequence

from versebench.transforms.tasks.contract import Corruption


def splice(
    text: str, replacements: Sequence[tuple[int, int, str]], words: Sequence[str], words_removed: int = 0
) -> Corruption:
    """Replaces half-open ranges, which must be in order and must not overlap, and records the spans on both sides."""
    parts: list[str] = []
    original_spans, corrupted_spans = [], []
    place = shift = 0
    for start, end, new in replacements:
        new_end = start + shift + len(new)
        original_spans.append((start, end))
        corrupted_spans.append((start + shift, new_end))
        parts += (text[place:start], new)
        place, shift = end, new_end - end
    parts.append(text[place:])
    return Corruption("".join(parts), tuple(original_spans), tuple(corrupted_spans), tuple(words), words_removed)
