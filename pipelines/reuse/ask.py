"""Ask an index which poems of a file repeat lines of its database."""

from dataclasses import dataclass
from pathlib import Path

from versebench.pipelines.errors import DataError
from versebench.pipelines.reuse.index_folder import IndexFolder, open_index
from versebench.pipelines.reuse.poems_file import FilePoem, no_line, read_poems
from versebench.transforms.reuse.rules import Verdict, verdicts
from versebench.transforms.reuse.same_works import one_record_a_work


@dataclass(frozen=True)
class ReusedLine:
    """A line of a poem, counted from 1, beside the line of the database that it repeats."""

    number: int
    line: str
    line_there: str
    distance: int
    poem_id: str
    title: str
    author: str


@dataclass(frozen=True)
class AskedPoem:
    """The verdict on a poem by both rules, and the lines that show it; ``problem`` if it has no line to compare.

    ``differs`` says that the file states other verdicts.
    """

    poem_id: str
    title: str
    exact: bool
    near: bool
    lines: tuple[ReusedLine, ...]
    problem: str
    differs: bool


def reuse_of(index: Path, file: Path) -> list[AskedPoem]:
    """The verdict on each poem of a file, in order. Raises :class:`DataError` for a file or index with a fault."""
    opened = open_index(index)
    poems = list(read_poems(file))
    if not any(poem.lines for poem in poems):
        raise DataError(f"{file} has {no_line(poems)}")
    found = one_record_a_work(verdicts([poem.lines for poem in poems], opened.index), opened.index)
    return [_asked(poem, verdict, opened) for poem, verdict in zip(poems, found, strict=True)]


def _asked(poem: FilePoem, verdict: Verdict, opened: IndexFolder) -> AskedPoem:
    stated = [poem.fields.get(name) for name in ("exact_rule", "near_rule")]
    differs = any(
        isinstance(value, bool) and value is not mine
        for value, mine in zip(stated, (verdict.exact, verdict.near), strict=True)
    )
    lines = tuple(_lines(poem, verdict, opened))
    return AskedPoem(poem.poem_id, poem.title, verdict.exact, verdict.near, lines, poem.problem, differs)


def _lines(poem: FilePoem, verdict: Verdict, opened: IndexFolder) -> list[ReusedLine]:
    lines = []
    for match in verdict.matches:
        there = int(opened.index.lines.poems[match.poem]) + match.line_there
        shown = poem.lines[match.line], opened.index.lines.text(there)
        lines.append(ReusedLine(match.line + 1, *shown, match.distance, **opened.work(match.poem)))
    return lines
