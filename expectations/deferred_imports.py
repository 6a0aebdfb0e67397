"""Modules that Great Expectations imports and its expectations here never use: they are loaded if one is used."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Deferred(ModuleType):
    """Stands for a module; the first look at what it holds loads the module."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def deferred(names: Sequence[str]) -> Iterator[None]:
    """Let what is imported in this block have these modules as names only; afterwards they are imported as ever."""
    stands: dict[str, ModuleType] = {}
    for name in names:
        if name not in sys.modules and (spec := _spec(name)):
            stands[name] = _Deferred(name)
            stands[name].__spec__ = spec
    sys.modules.update(stands)
    try:
        yield
    finally:
        for name, module in stands.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _spec(name: str) -> ModuleSpec | None:
    """Where a module comes from; None if it is not installed."""
    try:
        return find_spec(name)
    except ModuleNotFoundError:  # of the package around it
        return None
