"""Print the difference of two releases."""

from versebench.pipelines.runners.console import print_line, print_table
from versebench.release.changes.difference import DECIDING, Difference
from versebench.release.changes.page import sentences
from versebench.release.changes.version import change_of


def print_diff(before: str, after: str, difference: Difference) -> None:
    """Print a difference as a table, with some of the rows as examples."""
    columns = ["table", "#before", "#after", "#added", "#removed", "#changed", "#moved", "decides"]
    rows = [
        (
            name,
            "–" if table.is_new else table.before,
            "–" if table.is_gone else table.after,
            *(table.added, table.removed, table.changed, table.moved),
            "yes" if name in DECIDING else "no",
        )
        for name, table in difference.items()
    ]
    print_table(f"{before} and {after}", columns, rows)
    examples = [(name, row) for name, table in difference.items() for row in table.examples]
    if examples:
        cells = [(name, row.change, " / ".join(row.key), ", ".join(row.fields)) for name, row in examples]
        print_table("Some of these rows", ["table", "change", "key", "fields"], cells)
    for sentence in sentences(difference):
        print_line(sentence)
    print_line(f"version step: {change_of(difference).name.lower()}")
