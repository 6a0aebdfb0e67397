"""Halves the work when memory runs out."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

T = TypeVar("T")
R = TypeVar("R")

_WORDS = ("out of memory", "not enough memory", "can't allocate memory")


class NotEnoughMemoryError(Exception):
    """Not even one text fits in memory; the message states the remedy."""


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an allocation failed. torch raises its own class on a GPU, and a RuntimeError on the CPU."""
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error).lower() for words in _WORDS)


def in_halves(work: Callable[[Sequence[T]], list[R]], items: Sequence[T]) -> tuple[list[R], int]:
    """Return the results of ``work`` for all items, and how often the items were halved because memory ran out.

    Raises :class:`NotEnoughMemoryError` if one item alone does not fit.
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
    # Outside the handler, whose traceback keeps the tensors that did not fit.
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    middle = len(items) // 2
    first, halved_first = in_halves(work, items[:middle])
    second, halved_second = in_halves(work, items[middle:])
    return first + second, 1 + halved_first + halved_second
