"""Garbage collection: the options of the command, and the deletion of what a plan removes from a root."""

import re
from collections.abc import Sequence

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.gc_plan import Plan
from versebench.pipelines.roots.inventory import RootInventory
from versebench.pipelines.roots.items import RootItem
from versebench.storage import filesystem
from versebench.storage.manifest import NAME
from versebench.storage.tree import list_tree

_AGE = re.compile(r"([0-9]{1,6})([dh])")
_SECONDS = {"d": 86_400.0, "h": 3_600.0}


def age_in_seconds(age: str) -> float:
    """The seconds of an age such as ``30d`` or ``12h``. Raises :class:`RecipeError` for any other text."""
    if not (match := _AGE.fullmatch(age)):
        raise RecipeError(f"Invalid value for --older-than: {age!r}. Write days or hours, as in 30d or 12h.")
    return int(match[1]) * _SECONDS[match[2]]


def check_releases(inventory: RootInventory, named: Sequence[str]) -> None:
    """Raise :class:`RecipeError` if one of the named releases has no record."""
    if unknown := [name for name in named if name not in inventory.records]:
        known = ", ".join(sorted(inventory.records)) or "none"
        raise RecipeError(
            f"--release {unknown[0]}: this root has no record of that release; it has records of: {known}"
        )


def collect(root: str, plan: Plan) -> list[RootItem]:
    """Delete the removals of a plan and return what was deleted. Attempts of a living process are not deleted.

    Raises :class:`DataError` if anything else could not be deleted.
    """
    for removal in plan.removals:
        _delete(root, removal.item)
    kept = [removal.item for removal in plan.removals if _exists(root, removal.item)]
    if stuck := [item.path for item in kept if item.kind != "temporary"]:
        raise DataError(f"{root}: could not delete {', '.join(stuck)}; fix the permissions and run again")
    return [removal.item for removal in plan.removals if removal.item not in kept]


def _delete(root: str, item: RootItem) -> None:
    path = filesystem.join(root, item.path)
    if item.kind == "temporary":
        filesystem.delete_attempt(path)
        return
    # The manifest goes first: if the process is stopped now, an unfinished run is left and not a damaged one.
    filesystem.delete([filesystem.join(path, NAME)])
    filesystem.delete_folder(path)


def _exists(root: str, item: RootItem) -> bool:
    path = filesystem.join(root, item.path)
    return filesystem.exists(path) or any(True for _ in list_tree(path))
