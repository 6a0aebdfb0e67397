"""What a user asks of the collection of garbage, and deleting what may go from a root."""

import re
from collections.abc import Sequence

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.gc_plan import Plan
from versebench.pipelines.roots.inventory import House
from versebench.pipelines.roots.places import Place
from versebench.storage import filesystem
from versebench.storage.manifest import NAME
from versebench.storage.tree import list_tree

_AGE = re.compile(r"(\d{1,6})([dh])")
_SECONDS = {"d": 86_400.0, "h": 3_600.0}


def seconds_of(age: str) -> float:
    """The seconds of an age such as ``30d`` or ``12h``. Raises :class:`RecipeError` for any other text."""
    if not (found := _AGE.fullmatch(age)):
        raise RecipeError(f"--older-than {age}: write days or hours, as in 30d or 12h")
    return int(found[1]) * _SECONDS[found[2]]


def check_named(house: House, named: Sequence[str]) -> None:
    """Raise :class:`RecipeError` where a release that is named has no record."""
    if unknown := [name for name in named if name not in house.records]:
        known = ", ".join(sorted(house.records)) or "none"
        raise RecipeError(f"--release {unknown[0]}: there is no record of such a release; there are: {known}")


def collect(root: str, plan: Plan) -> list[Place]:
    """Delete what a plan says may go; what is gone then. An attempt stays whose process is alive.

    Raises :class:`DataError` where something else is still there.
    """
    for one in plan.going:
        _delete(root, one.place)
    kept = [one.place for one in plan.going if _is_there(root, one.place)]
    if stuck := [place.path for place in kept if place.kind != "temporary"]:
        raise DataError(f"{root}: could not be deleted: {', '.join(stuck)}; fix the permissions and run again")
    return [one.place for one in plan.going if one.place not in kept]


def _delete(root: str, place: Place) -> None:
    path = filesystem.join(root, place.path)
    if place.kind == "temporary":
        filesystem.delete_attempt(path)
        return
    # The manifest first: what is left where the process is stopped is a run half made, and not one that is damaged.
    filesystem.delete([filesystem.join(path, NAME)])
    filesystem.delete_folder(path)


def _is_there(root: str, place: Place) -> bool:
    path = filesystem.join(root, place.path)
    return filesystem.exists(path) or any(True for _ in list_tree(path))
