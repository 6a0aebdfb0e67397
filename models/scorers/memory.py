"""What to do when memory does not suffice: half of the work at a time."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")

_WORDS = ("out of memory", "not enough memory", "can't allocate memory")


class NotEnoughMemoryError(Exception):
    """Not even one text fits the memory; the message holds the remedy."""


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an allocation failed: torch says so in a class of its own on a GPU, and in words on the CPU."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _WORDS)


def in_halves(work: Callable[[Sequence[T]], list[R]], items: Sequence[T]) -> tuple[list[R], int]:
    """The results of some work over items, and how often the items had to be halved, as memory did not suffice.

    Raises :class:`NotEnoughMemoryError` when it does not suffice for one item.
    """
    try:
        return work(items), 0
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        if len(items) < 2:
            raise NotEnoughMemoryError(
                "there is not enough memory for even one text; run fewer workers, use bf16, or choose a smaller model"
            ) from error
    # Outside the handler: its traceback holds on to the tensors that did not fit.
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    middle = len(items) // 2
    first, halved_first = in_halves(work, items[:middle])
    second, halved_second = in_halves(work, items[middle:])
    return first + second, 1 + halved_first + halved_second
