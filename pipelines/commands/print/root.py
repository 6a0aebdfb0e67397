"""Print the inventory of a root and the plan of a garbage collection, for people and for machines."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from versebench.pipelines.roots.gc_plan import Plan, Removal
from versebench.pipelines.roots.inventory import CopyEntry, ReleaseEntry, RootInventory, RunEntry
from versebench.pipelines.roots.items import RootItem
from versebench.pipelines.runners.console import console, print_table
from versebench.release.templates.wording import size

_ABSENT = "–"
_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def root_values(inventory: RootInventory) -> dict[str, Any]:
    """Releases, runs, copies and temporary files as JSON values."""
    return {
        "root": inventory.root,
        "releases": [_entry(release) for release in inventory.releases],
        "runs": [_entry(run) for run in inventory.runs],
        "copies": [_entry(copy) for copy in inventory.copies],
        "temporary": [_values(item) for item in inventory.temporary],
    }


def _entry(entry: ReleaseEntry | RunEntry | CopyEntry) -> dict[str, Any]:
    values = {name: value for name, value in asdict(entry).items() if name != "item"}
    return {**_values(entry.item), **values}


def _values(item: RootItem) -> dict[str, Any]:
    return {"path": item.path, "bytes": item.size, "modified": round(item.modified, 3)}


def print_root(inventory: RootInventory, now: float) -> None:
    """Print releases and runs as tables, and the size of the other items."""
    releases = [
        (
            f"{release.name} {release.version}",
            (release.finished or _ABSENT)[:10],
            _ABSENT if release.pairs is None else release.pairs,
            size(release.item.size),
            release.previous or _ABSENT,
            release.doi or _ABSENT,
        )
        for release in inventory.releases
    ]
    print_table(f"Releases in {inventory.root}", ["release", "made", "#pairs", "#size", "previous", "DOI"], releases)
    columns = ["stage", "run", "#rows", "#size", "#age", "state", "used by"]
    print_table("Runs", columns, [_run_row(run, now) for run in inventory.runs])
    rest = [*(copy.item for copy in inventory.copies), *inventory.temporary]
    if rest:
        console.print(f"copies for Zenodo and temporary files: {len(rest)}, {_total(rest)}", highlight=False)


def _run_row(run: RunEntry, now: float) -> tuple[object, ...]:
    done, shards = run.item.shards
    state = f"unfinished: {done} of {shards} shards" if run.state == "half" else run.state
    rows = _ABSENT if run.rows is None else run.rows
    return run.stage, run.run_id, rows, size(run.item.size), age(run.item, now), state, ", ".join(run.releases)


def plan_values(root: str, plan: Plan, gone: Sequence[RootItem]) -> dict[str, Any]:
    """What can be removed, what is too young, and what was deleted, as JSON values."""
    return {
        "root": root,
        "going": [_removal(removal) for removal in plan.removals],
        "younger": [_removal(removal) for removal in plan.too_young],
        "deleted": [_values(item) for item in gone],
    }


def _removal(removal: Removal) -> dict[str, Any]:
    return {**_values(removal.item), "kind": removal.item.kind, "why": removal.why}


def print_plan(root: str, plan: Plan, now: float) -> None:
    """Print what can be removed, and how much is too young."""
    removals = [(removal.item, removal.why) for removal in plan.removals]
    rows = [(item.path, size(item.size), age(item, now), why) for item, why in removals]
    if rows:
        print_table(f"Unused in {root}: {size(plan.size)}", ["item", "#size", "#age", "reason"], rows)
    else:
        console.print(f"{root}: nothing to remove", highlight=False, markup=False, soft_wrap=True)
    if plan.too_young:
        young = [removal.item for removal in plan.too_young]
        console.print(f"younger than --older-than: {len(young)} more, {_total(young)}", highlight=False)


def print_gone(gone: Sequence[RootItem]) -> None:
    """Print how much was deleted."""
    console.print(f"deleted: {len(gone)}, {_total(gone)}", highlight=False)


def _total(items: Iterable[RootItem]) -> str:
    return size(sum(item.size for item in items))


def age(item: RootItem, now: float) -> str:
    """How long ago an item was last written, in its largest unit."""
    seconds = max(0.0, now - item.modified)
    for unit, length in (("d", _DAY), ("h", _HOUR), ("min", _MINUTE)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return f"{int(seconds)} s"
