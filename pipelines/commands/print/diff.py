"""The difference of two releases, for people."""

from versebench.pipelines.runners.console import print_line, print_table
from versebench.release.changes.difference import DECIDING, Difference
from versebench.release.changes.page import sentences
from versebench.release.changes.version import change_of


def print_diff(before: str, after: str, found: Difference) -> None:
    """A difference as a table, with the rows that it names as examples."""
    columns = ["table", "#before", "#after", "#added", "#removed", "#changed", "#moved", "decides"]
    rows = [
        (
            name,
            "–" if one.is_new else one.before,
            "–" if one.is_gone else one.after,
            *(one.added, one.removed, one.changed, one.moved),
            "yes" if name in DECIDING else "no",
        )
        for name, one in found.items()
    ]
    print_table(f"{before} and {after}", columns, rows)
    named = [(name, example) for name, one in found.items() for example in one.examples]
    if named:
        examples = [(name, one.change, " / ".join(one.key), ", ".join(one.fields)) for name, one in named]
        print_table("Some of these rows", ["table", "change", "key", "fields"], examples)
    for sentence in sentences(found):
        print_line(sentence)
    print_line(f"as a version: {change_of(found).name.lower()}")
