"""Units cut from one work: they belong to one cluster, however little they have in common."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from versebench.transforms.near_duplicates.clusters import Edges, edges_between, reduced
from versebench.transforms.near_duplicates.works import WORK, Works
from versebench.transforms.text.keys import shards_of

UNIT = np.dtype([("parent", "S20"), ("unit", WORK)])
"""A unit, and the work that it was cut from."""


def units_of(poems: pa.Table, works: Works) -> npt.NDArray[np.void]:
    """Returns the units among some poems, in the order of the poems."""
    cut = poems.column("parent_id").is_valid()
    units = np.empty(pc.sum(cut).as_py() or 0, UNIT)
    units["parent"] = np.array(poems.column("parent_id").drop_null().to_pylist(), "S20")
    units["unit"] = works[np.asarray(cut, bool)]
    return units


def by_range(units: npt.NDArray[np.void], number: int) -> list[tuple[int, bytes]]:
    """Returns the ranges that contain parents of units, each with the bytes of these units."""
    places = np.array(shards_of([parent.decode() for parent in units["parent"].tolist()], number), np.int64)
    return [(place, units[places == place].tobytes()) for place in np.unique(places).tolist()]


def siblings(parts: Iterable[bytes]) -> Edges:
    """Returns the pairs that join the units of each work, given the units of a range."""
    units = np.sort(np.frombuffer(b"".join(parts), UNIT), order=["parent", "unit"])
    same = units["parent"][1:] == units["parent"][:-1]
    return reduced(edges_between(units["unit"][:-1][same], units["unit"][1:][same]))
