"""The split of one cluster of near-duplicates: drawn once, and kept ever after."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.schemas.splits import SPLIT_NAMES
from versebench.transforms.splits.settings import Splits
from versebench.transforms.text.draws import Draws

JOINS_SPLITS = "joins_splits"
"""The reason of a newcomer whose near-duplicates are on two sides of the split."""

_TEST = SPLIT_NAMES[-1]


@dataclass(frozen=True, slots=True)
class Member:
    """A work of a cluster; ``split`` and ``cluster`` are those of an earlier release, None for a newcomer."""

    work: str
    split: str | None
    cluster: str | None
    held_out: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The side of a work and its cluster; or, where ``refused`` is given, why it is on none."""

    work: str
    split: str
    cluster: str
    refused: str | None = None


def split_cluster(members: Sequence[Member], splits: Splits, seed: int) -> list[Side]:
    """The side of each member, in their order.

    Who was in an earlier release stays where it was. Newcomers go where those are, and to the test with one that is
    held out; else a draw for the whole cluster decides. Where that makes two sides, all newcomers of it are refused.
    """
    fixed = _fixed(members)
    sides = [name for name in SPLIT_NAMES if name in fixed]
    first = min(member.cluster or member.work for member in _oldest(members))
    drawn = sides[0] if sides else draw(first, splits, seed)
    refused = None if len(sides) < 2 else _two_sides(fixed, sides)
    return [
        Side(member.work, drawn, first, refused)
        if member.split is None or member.cluster is None
        else Side(member.work, member.split, member.cluster)
        for member in members
    ]


def _oldest(members: Sequence[Member]) -> Sequence[Member]:
    """The members that name the cluster: those of an earlier release, or all where there are none."""
    return [member for member in members if member.cluster is not None] or members


def _fixed(members: Iterable[Member]) -> dict[str, str]:
    """The sides on which the cluster must be, each with the smallest work that is the reason."""
    fixed: dict[str, str] = {}
    for member in members:
        if side := member.split or (_TEST if member.held_out else None):
            fixed[side] = min(member.work, fixed.get(side, member.work))
    return fixed


def _two_sides(fixed: dict[str, str], sides: Sequence[str]) -> str:
    return f"near-duplicates on two sides of the split: {', '.join(f'{fixed[side]} in {side}' for side in sides)}"


def draw(cluster: str, splits: Splits, seed: int) -> str:
    """The side of a cluster, by a hash of the seed and its id alone."""
    drawn = Draws(seed, "split", cluster, 0).uniform()
    train, validation, _ = splits.shares
    return SPLIT_NAMES[0] if drawn < train else SPLIT_NAMES[1] if drawn < train + validation else _TEST
