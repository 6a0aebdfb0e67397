"""What a stage declares: what it needs, how it runs, and which of its tables a release contains."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.stages.titles import TITLES

T = TypeVar("T")
Runs = Mapping[str, Committed]
"""Committed runs by the name under which records, counts and messages show them."""


@dataclass(frozen=True)
class Work:
    """The arguments of a stage: recipe, root, runner, previous release, and the results of the stages it needs."""

    recipe: Recipe
    root: str
    runner: Runner
    previous: Previous | None
    results: Mapping[str, Any]

    def of(self, stage: "Stage[T]") -> T:
        """The result of another stage. Raises ``KeyError`` if this stage does not declare that it needs that one."""
        result: T = self.results[stage.name]
        return result


def _always(_: Recipe) -> bool:
    return True


def _no_check(_: Recipe) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Stage(Generic[T]):
    """One stage of a recipe, whose result is a ``T``."""

    name: str
    run: Callable[[Work], T]
    runs: Callable[[T], Runs]
    """The committed runs of a result, in the order of their tables in a release."""
    needs: tuple["Stage[Any]", ...] = ()
    """The stages whose results it reads. One that does not apply to a recipe is left out."""
    applies: Callable[[Recipe], bool] = _always
    """Whether the stage has something to do for a recipe."""
    check: Callable[[Recipe], object] = _no_check
    """Raises :class:`versebench.pipelines.errors.RecipeError` for a mistake that can be found without data."""
    needs_extra: tuple[str, str] | None = None
    """The extra that must be installed, and what for."""
    tables: tuple[str, ...] = ()
    """Its tables in a release. Rejects of all stages add up; any other comes from the last stage that makes it."""
    keeps: str | None = None
    """The table of the rows that are kept, for a stage that keeps some rows and refuses others."""
    by_artist: bool = False
    """Whether a shard is an artist, and not a range of works."""

    @property
    def title(self) -> str:
        """What the stage does, as the help of the command line shows it."""
        return TITLES[self.name]


def committed_as(name: str) -> Callable[[Committed], Runs]:
    """The runs of a result that is one committed run."""
    return lambda committed: {name: committed}
