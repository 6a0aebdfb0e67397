"""Deferred loading of modules that Great Expectations imports but that versebench rarely or never uses."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Deferred(ModuleType):
    """A placeholder for a module. The first access to an attribute loads the module."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def deferred(names: Sequence[str]) -> Iterator[None]:
    """Within this block, import these modules as placeholders only; afterwards they are imported as usual."""
    placeholders: dict[str, ModuleType] = {}
    for name in names:
        if name not in sys.modules and (spec := _spec(name)):
            placeholders[name] = _Deferred(name)
            placeholders[name].__spec__ = spec
    sys.modules.update(placeholders)
    try:
        yield
    finally:
        for name, module in placeholders.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _spec(name: str) -> ModuleSpec | None:
    """The import specification of a module; None if the module is not installed."""
    try:
        return find_spec(name)
    except ModuleNotFoundError:  # its parent package is not installed
        return None
