"""Replace parts of a text and keep account of where they stand on both sides."""

from collections.abc import Sequence

from transforms.corruptions.contract import Corruption


def splice(
    text: str, replacements: Sequence[tuple[int, int, str]], words: Sequence[str], words_removed: int = 0
) -> Corruption:
    """Replace half-open ranges, given in order and apart from each other, and record the spans on both sides."""
    parts: list[str] = []
    original_spans, corrupted_spans = [], []
    place = length = 0
    for start, end, new in replacements:
        length += start - place
        original_spans.append((start, end))
        corrupted_spans.append((length, length + len(new)))
        parts += (text[place:start], new)
        place, length = end, length + len(new)
    parts.append(text[place:])
    return Corruption("".join(parts), tuple(original_spans), tuple(corrupted_spans), tuple(words), words_removed)
