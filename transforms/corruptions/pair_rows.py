"""The columns of pairs, gathered row by row."""

from typing import Any

import pyarrow as pa

from schemas.pairs import PAIRS
from transforms.corruptions.contract import Corruption, Task
from transforms.corruptions.poem import AnnotatedPoem
from transforms.keys import pair_id, text_id


class PairRows:
    """Gathers pairs as columns, which Arrow takes at once."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._columns: dict[str, list[Any]] = {field.name: [] for field in PAIRS.schema}

    def add(self, poem: AnnotatedPoem, original_text_id: str, task: Task, edit: int, made: Corruption) -> None:
        """Add a pair."""
        row = {
            "pair_id": pair_id(poem.work_id, task.label, edit, poem.text, made.text),
            "work_id": poem.work_id,
            "task": task.label,
            "edit": edit,
            "original": poem.text,
            "corrupted": made.text,
            "original_text_id": original_text_id,
            "corrupted_text_id": text_id(made.text),
            "lines": edited_lines(poem.text, made.original_spans),
            "original_starts": [start for start, _ in made.original_spans],
            "original_ends": [end for _, end in made.original_spans],
            "corrupted_starts": [start for start, _ in made.corrupted_spans],
            "corrupted_ends": [end for _, end in made.corrupted_spans],
            "words": list(made.words),
            "words_removed": made.words_removed,
            "seed": self._seed,
        }
        for name, value in row.items():
            self._columns[name].append(value)

    def table(self) -> pa.Table:
        """The pairs so far."""
        return PAIRS.build(self._columns)


def edited_lines(text: str, spans: tuple[tuple[int, int], ...]) -> list[int]:
    """Lines of a text, from 1, that some spans touch."""
    lines: set[int] = set()
    for start, end in spans:
        first = text.count("\n", 0, start) + 1
        lines.update(range(first, first + text.count("\n", start, end) + 1))
    return sorted(lines)
