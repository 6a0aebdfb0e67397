"""The columns of pairs, gathered row by row."""

from typing import Any

import pyarrow as pa

from versebench.schemas.pairs import PAIRS
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.contract import Corruption, Task
from versebench.transforms.text.keys import pair_id, text_id


class PairRows:
    """Gathers pairs row by row, and converts them to columns at once."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rows: list[tuple[Any, ...]] = []

    def add(self, poem: AnnotatedPoem, original_text_id: str, task: Task, edit: int, made: Corruption) -> None:
        """Add a pair."""
        label = task.label
        self._rows.append(
            (
                pair_id(poem.work_id, label, edit, poem.text, made.text),
                poem.work_id,
                label,
                edit,
                poem.text,
                made.text,
                original_text_id,
                text_id(made.text),
                edited_lines(poem.text, made.original_spans),
                *zip(*made.original_spans, strict=True),
                *zip(*made.corrupted_spans, strict=True),
                made.words,
                made.words_removed,
                self._seed,
            )
        )

    def table(self) -> pa.Table:
        """The pairs so far."""
        columns = zip(*self._rows, strict=True) if self._rows else [()] * len(PAIRS.schema)
        return PAIRS.build(dict(zip(PAIRS.schema.names, columns, strict=True)))


def edited_lines(text: str, spans: tuple[tuple[int, int], ...]) -> list[int]:
    """The lines of a text, from 1, that contain a part of some spans, sorted."""
    lines: set[int] = set()
    for start, end in spans:
        first = text.count("\n", 0, start) + 1
        lines.update(range(first, first + text.count("\n", start, end) + 1))
    return sorted(lines)
