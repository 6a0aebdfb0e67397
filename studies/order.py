"""Orders and draws that depend on names alone, so that they are the same in every process."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def number_of(*names: str | int) -> int:
    """A number below 2**63 that depends on the names."""
    return int.from_bytes(hashlib.blake2b("\x1f".join(map(str, names)).encode(), digest_size=8).digest(), "big") >> 1


def text_id(text: str) -> str:
    """The id of a text."""
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def shuffled(things: Sequence[Thing], *names: str | int) -> list[Thing]:
    """The things in an order that depends on the names and on their places."""
    ranks = [number_of(*names, place) for place in range(len(things))]
    return [things[place] for place in sorted(range(len(things)), key=ranks.__getitem__)]


def balanced(index: int, sides: int, *names: str | int) -> int:
    """The side, from 0, at an index of a sequence of shuffled blocks in which each side comes equally often.

    A block has four entries for two sides, and otherwise one for each side.
    """
    block = list(range(sides)) * (2 if sides == 2 else 1)
    number, place = divmod(index, len(block))
    return shuffled(block, *names, number)[place]
