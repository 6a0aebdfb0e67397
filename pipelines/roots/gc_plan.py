"""The plan of a garbage collection: what is removed from a root, by reference and age, before anything is touched."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from versebench.pipelines.roots.inventory import RootInventory, RunEntry
from versebench.pipelines.roots.items import RootItem


@dataclass(frozen=True)
class Removal:
    """An item that is to be removed, and why."""

    item: RootItem
    why: str


@dataclass(frozen=True)
class Plan:
    """What is to be removed, and what is unused but too young."""

    removals: tuple[Removal, ...]
    too_young: tuple[Removal, ...]

    @property
    def size(self) -> int:
        """Bytes that are to be removed."""
        return sum(removal.item.size for removal in self.removals)


def plan(inventory: RootInventory, now: float, older_than: float, keep: int, named: Collection[str]) -> Plan:
    """Plan the removal of unused items that were last written at least ``older_than`` seconds ago.

    A run stays if the record of a release names it, unless that release is among ``named``. Of the other runs the
    ``keep`` youngest of each stage stay. Releases are never removed.

    Args:
        inventory: The root.
        now: The time, in seconds since 1970.
        older_than: Minimum age in seconds.
        keep: How many runs of each stage stay that no record names.
        named: Releases, as NAME-VERSION, whose runs may be removed.
    """
    unused = [*_runs(inventory, keep, named), *_copies(inventory), *_temporary(inventory)]
    old = tuple(removal for removal in unused if now - removal.item.modified >= older_than)
    return Plan(old, tuple(removal for removal in unused if removal not in old))


def _runs(inventory: RootInventory, keep: int, named: Collection[str]) -> Iterator[Removal]:
    spared: dict[str, int] = {}
    for run in sorted(inventory.runs, key=lambda run: (run.stage, -run.item.modified, run.run_id)):
        if not set(run.releases) <= set(named):
            continue
        if run.state == "committed":
            spared[run.stage] = spared.get(run.stage, 0) + 1
            if spared[run.stage] <= keep:
                continue
        yield Removal(run.item, _why(run))


def _why(run: RunEntry) -> str:
    if run.releases:
        return f"made for {', '.join(run.releases)}, named with --release"
    if run.state == "damaged":
        return "its manifest cannot be read"
    if run.state == "half":
        done, shards = run.item.shards
        return f"unfinished: {done} of {shards} shards" if shards else "unfinished: no shard is committed"
    return "no release uses it"


def _copies(inventory: RootInventory) -> Iterator[Removal]:
    for copy in inventory.copies:
        if copy.doi is None:
            yield Removal(copy.item, "copy for a draft; versebench publish writes it again")


def _temporary(inventory: RootInventory) -> Iterator[Removal]:
    for item in inventory.temporary:
        yield Removal(item, "temporary file of an interrupted run")
