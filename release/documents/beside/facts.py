"""What the page says about a user's models beside those of a release."""

from dataclasses import dataclass

from versebench.release.documents.facts import PairedTest, Result


@dataclass(frozen=True)
class ColumnFacts:
    """A column: a model under one convention. ``name`` is the ``model`` of its results and tests."""

    name: str
    yours: bool
    revision: str
    family: str
    convention: str
    precision: str
    on_hub: bool = False
    undecided: int = 0
    """Pairs that have no decision, because a text has no score."""

    @property
    def series(self) -> tuple[str, str]:
        """How results and tests name the column."""
        return self.name, self.convention


@dataclass(frozen=True)
class SelectionFacts:
    """Which pairs were taken, and how many of those that there are; all if the first three fields are empty."""

    tasks: tuple[str, ...]
    split: str | None
    limit: int | None
    pairs: int
    whole: int

    @property
    def sentence(self) -> str:
        """The selection in words."""
        if not (self.tasks or self.split or self.limit):
            return f"All {self.whole:,} pairs of the release."
        tasks = f"the tasks {', '.join(self.tasks)}" if self.tasks else "all tasks"
        split = f", the split {self.split} only" if self.split else ""
        limit = f", of each task the first {self.limit:,} in the order of their ids" if self.limit else ""
        return f"A selection: {self.pairs:,} of {self.whole:,} pairs, of {tasks}{split}{limit}."


@dataclass(frozen=True)
class BesideFacts:
    """Everything on the page. ``groups`` are results whose task is the key and the name of a group of BLiMP."""

    release: str
    title: str
    version: str
    pairs_hash: str
    selection: SelectionFacts
    columns: tuple[ColumnFacts, ...]
    results: tuple[Result, ...]
    groups: tuple[Result, ...]
    tests: tuple[PairedTest, ...]
