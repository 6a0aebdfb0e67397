"""What lies under a root and what may go, for people and for machines."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from versebench.pipelines.roots.gc_plan import Going, Plan
from versebench.pipelines.roots.inventory import CopyEntry, House, ReleaseEntry, RunEntry
from versebench.pipelines.roots.places import Place
from versebench.pipelines.runners.console import console, print_table
from versebench.release.templates.wording import size

_ABSENT = "–"
_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def house_values(house: House) -> dict[str, Any]:
    """Releases, runs, copies and attempts, for machines."""
    return {
        "root": house.root,
        "releases": [_entry(one) for one in house.releases],
        "runs": [_entry(one) for one in house.runs],
        "copies": [_entry(one) for one in house.copies],
        "temporary": [_values(one) for one in house.temporary],
    }


def _entry(entry: ReleaseEntry | RunEntry | CopyEntry) -> dict[str, Any]:
    said = {name: value for name, value in asdict(entry).items() if name != "place"}
    return {**_values(entry.place), **said}


def _values(place: Place) -> dict[str, Any]:
    return {"path": place.path, "bytes": place.size, "modified": round(place.modified, 3)}


def print_house(house: House, now: float) -> None:
    """Releases and runs as tables, and what the rest takes."""
    releases = [
        (
            f"{one.name} {one.version}",
            (one.finished or _ABSENT)[:10],
            _ABSENT if one.pairs is None else one.pairs,
            size(one.place.size),
            one.previous or _ABSENT,
            one.doi or _ABSENT,
        )
        for one in house.releases
    ]
    print_table(f"Releases in {house.root}", ["release", "made", "#pairs", "#size", "previous", "DOI"], releases)
    columns = ["stage", "run", "#rows", "#size", "#age", "state", "made into"]
    print_table("Runs", columns, [_run_row(one, now) for one in house.runs])
    rest = [*(one.place for one in house.copies), *house.temporary]
    if rest:
        console.print(f"copies for Zenodo and attempts: {len(rest)}, {_total(rest)}", highlight=False)


def _run_row(run: RunEntry, now: float) -> tuple[object, ...]:
    done, shards = run.place.shards
    state = f"half: {done} of {shards} shards" if run.state == "half" else run.state
    rows = _ABSENT if run.rows is None else run.rows
    return run.stage, run.run_id, rows, size(run.place.size), age(run.place, now), state, ", ".join(run.releases)


def plan_values(root: str, plan: Plan, gone: Sequence[Place]) -> dict[str, Any]:
    """What may go, what is too young, and what is gone, for machines."""
    return {
        "root": root,
        "going": [_going(one) for one in plan.going],
        "younger": [_going(one) for one in plan.younger],
        "deleted": [_values(one) for one in gone],
    }


def _going(one: Going) -> dict[str, Any]:
    return {**_values(one.place), "kind": one.place.kind, "why": one.why}


def print_plan(root: str, plan: Plan, now: float) -> None:
    """What may go, and what is too young."""
    rows = [(one.place.path, size(one.place.size), age(one.place, now), one.why) for one in plan.going]
    if rows:
        print_table(f"May go from {root}: {size(plan.size)}", ["what", "#size", "#age", "why"], rows)
    else:
        console.print(f"{root}: nothing may go", highlight=False, markup=False, soft_wrap=True)
    if plan.younger:
        young = [one.place for one in plan.younger]
        console.print(f"younger than --older-than: {len(young)} more, {_total(young)}", highlight=False)


def print_gone(gone: Sequence[Place]) -> None:
    """What was deleted."""
    console.print(f"deleted: {len(gone)}, {_total(gone)}", highlight=False)


def _total(some: Iterable[Place]) -> str:
    return size(sum(one.size for one in some))


def age(place: Place, now: float) -> str:
    """How long ago something was last written, in its largest unit."""
    seconds = max(0.0, now - place.modified)
    for unit, length in (("d", _DAY), ("h", _HOUR), ("min", _MINUTE)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return f"{int(seconds)} s"
