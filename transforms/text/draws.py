"""Random draws that depend on what they are for and on nothing else.

A generator of a library may change its stream, and gives other numbers in another order of calls. Here each draw is a
hash of (seed, task, work, edit, counter): the same on any runner, in any order, in any year.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64


def _hash64(key: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "big")


def rank(seed: int, sample: str, work: str, edit: int) -> int:
    """Place of a poem in the order of sampling, a uniform 64-bit number: the smallest ranks are sampled first."""
    return _hash64(f"{seed}\x1frank of {sample}\x1f{work}\x1f{edit}".encode())


class Draws:
    """Independent uniform draws for one edit of one poem in one task."""

    __slots__ = ("_counter", "_key")

    def __init__(self, seed: int, task: str, work: str, edit: int) -> None:
        self._key = f"{seed}\x1fdraw of {task} edit {edit}\x1f{work}\x1f".encode()
        self._counter = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``, without bias: draws in the last, incomplete block are drawn again."""
        if limit < 1:
            raise ValueError(f"cannot draw a number below {limit}")
        whole_blocks = _RANGE - _RANGE % limit
        while True:
            number = _hash64(b"%b%d" % (self._key, self._counter))
            self._counter += 1
            if number < whole_blocks:
                return number % limit

    def uniform(self) -> float:
        """A number from 0 (inclusive) to 1 (exclusive), a multiple of 2**-53."""
        return self.below(1 << 53) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items, every subset as likely, in their original order."""
        moved: dict[int, int] = {}  # of a list of all places: those that trade theirs
        chosen = []
        for place in range(count):
            other = place + self.below(len(items) - place)
            chosen.append(moved.get(other, other))
            moved[other] = moved.get(place, place)
        return [items[place] for place in sorted(chosen)]
