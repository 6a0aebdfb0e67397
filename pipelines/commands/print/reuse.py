"""Print which poems repeat lines of a database."""

from collections.abc import Sequence

from rich.markup import escape

from versebench.pipelines.reuse.ask import AskedPoem, ReusedLine
from versebench.pipelines.runners.console import console, print_line

MOST_LINES = 12
"""Repeated lines of one poem that are shown; JSON has all."""


def print_reuse(poems: Sequence[AskedPoem]) -> None:
    """Print each poem with repeated lines, differing characters marked, and how many poems there are of each kind."""
    for poem in poems:
        if poem.lines or poem.problem or poem.differs:
            _print_poem(poem)
    exact, near = sum(poem.exact for poem in poems), sum(poem.near for poem in poems)
    print_line(f"{len(poems):,} poems: {exact:,} repeat two lines exactly (exact.v1), {near:,} nearly (near.v1)")
    if differing := sum(poem.differs for poem in poems):
        print_line(f"{differing:,} of them have another verdict than the file states")


def _print_poem(poem: AskedPoem) -> None:
    rules = ", ".join(name for name, holds in (("exact.v1", poem.exact), ("near.v1", poem.near)) if holds)
    states = "; the file states another verdict" if poem.differs else ""
    print_line(f"{poem.poem_id} {poem.title}: {poem.problem or rules or 'no reuse'}{states}".replace(" :", ":"))
    for line in poem.lines[:MOST_LINES]:
        console.print(f"  {line.number:>3}  {_marked(line.line, line)}", highlight=False)
        source = escape(f"{line.author} {line.title} {line.poem_id}".strip())
        console.print(f"       {_marked(line.line_there, line)}  {source}", highlight=False)
    if len(poem.lines) > MOST_LINES:
        print_line(f"       and {len(poem.lines) - MOST_LINES:,} more")


def _marked(text: str, line: ReusedLine) -> str:
    """A line with the characters marked in which the two differ."""
    pairs = zip(text, line.line, line.line_there, strict=True)
    return "".join(escape(char) if one == other else f"[reverse]{escape(char)}[/reverse]" for char, one, other in pairs)
