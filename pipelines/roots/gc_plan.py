"""What may go from a root, by reference and age: decided before anything is touched."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from versebench.pipelines.roots.inventory import House, RunEntry
from versebench.pipelines.roots.places import Place


@dataclass(frozen=True)
class Going:
    """Something that may go, and why."""

    place: Place
    why: str


@dataclass(frozen=True)
class Plan:
    """What may go, and what could but is too young."""

    going: tuple[Going, ...]
    younger: tuple[Going, ...]

    @property
    def size(self) -> int:
        """Bytes that may go."""
        return sum(one.place.size for one in self.going)


def plan(house: House, now: float, older_than: float, keep: int, named: Collection[str]) -> Plan:
    """What may go at a time in seconds since 1970, last written ``older_than`` seconds before it or earlier.

    A run stays that the record of a release names, unless that release is ``named``, as NAME-VERSION; and so do the
    ``keep`` youngest others of each stage. No release ever goes.
    """
    found = [*_runs(house, keep, named), *_copies(house), *_temporary(house)]
    old = tuple(one for one in found if now - one.place.modified >= older_than)
    return Plan(old, tuple(one for one in found if one not in old))


def _runs(house: House, keep: int, named: Collection[str]) -> Iterator[Going]:
    spared: dict[str, int] = {}
    for run in sorted(house.runs, key=lambda run: (run.stage, -run.place.modified, run.run_id)):
        if not set(run.releases) <= set(named):
            continue
        if run.state == "committed":
            spared[run.stage] = spared.get(run.stage, 0) + 1
            if spared[run.stage] <= keep:
                continue
        yield Going(run.place, _why(run))


def _why(run: RunEntry) -> str:
    if run.releases:
        return f"made for {', '.join(run.releases)}, which is named"
    if run.state == "damaged":
        return "its manifest cannot be read"
    if run.state == "half":
        done, shards = run.place.shards
        return f"half made: {done} of {shards} shards" if shards else "half made: no shard is committed"
    return "no release was made from it"


def _copies(house: House) -> Iterator[Going]:
    for copy in house.copies:
        if copy.doi is None:
            yield Going(copy.place, "copy for a draft; versebench publish writes it anew")


def _temporary(house: House) -> Iterator[Going]:
    for place in house.temporary:
        yield Going(place, "an attempt that was not ended")
