"""Pickles of plain data: the one exception to the rule that nothing is unpickled.

The published vocabularies exist as pickles alone. A pickle is a program that names functions and calls them; this
reader knows two names, of mappings, and hands out functions of its own for them that can only make a ``dict``. Every
other name ends the reading before anything is called. The files of PyTorch go through ``torch.load`` with
``weights_only``, which holds to the same rule and knows tensors as well.
"""

import io
import pickle
import pickletools
import re
from pathlib import Path
from typing import Any

import torch

from versebench.models.scorers.contract import ModelLoadError

_MAPPINGS = frozenset({("collections", "OrderedDict"), ("collections", "Counter")})
_MEMO = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
_HASHABLE = frozenset({"TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "FROZENSET"})
_MOST_HASHABLE = 1_000
"""Tuples in a pickle; a vocabulary holds a handful."""
_GLOBAL_IN_MESSAGE = re.compile(r"(?:GLOBAL|global|function) ([\w.]+)")


class _RefusedError(pickle.UnpicklingError):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _PlainUnpickler(pickle.Unpickler):
    """Reads lists, tuples, sets, mappings, strings, bytes and numbers."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _MAPPINGS:
            raise _RefusedError(f"{module}.{name}")

        # A function for this file alone: a pickle may set attributes on what it is given, and a class is shared.
        def mapping(*content: Any) -> dict[Any, Any]:
            return dict(*content)

        return mapping

    def persistent_load(self, pid: Any) -> Any:
        raise _RefusedError(f"the outside object {pid!r}"[:80])


def read_plain_pickle(path: Path) -> Any:
    """The content of a pickle, with a ``dict`` for every mapping.

    Raises :class:`ModelLoadError` with file, what was refused and the remedy.
    """
    try:
        content = path.read_bytes()
        _check_opcodes(content)
        return _PlainUnpickler(io.BytesIO(content)).load()
    except _RefusedError as error:
        raise _refused(path, error.name) from None
    except Exception as error:  # damaged opcodes raise whatever they stumble over
        raise _damaged(path, error) from None


def _check_opcodes(content: bytes) -> None:
    """Raises ``ValueError`` for what the unpickler of C would crash on.

    It makes room for as many objects as an index says, and hashing tuples in tuples has no end but that of the stack.
    """
    opcodes = [(opcode.name, argument) for opcode, argument, _ in pickletools.genops(content)]
    if any(name in _MEMO and (argument or 0) > len(content) for name, argument in opcodes):
        raise ValueError("an index is larger than the file")
    if sum(name in _HASHABLE for name, _ in opcodes) > _MOST_HASHABLE:
        raise ValueError(f"more than {_MOST_HASHABLE} tuples")


def read_plain_torch_file(path: Path) -> Any:
    """The content of a file of ``torch.save``: plain data and tensors.

    Raises :class:`ModelLoadError` with file, what was refused and the remedy.
    """
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        if found := _GLOBAL_IN_MESSAGE.search(str(error)):
            raise _refused(path, found[1]) from None
        raise _damaged(path, error) from None
    except Exception as error:  # PyTorch raises many kinds for a damaged file
        raise _damaged(path, error) from None


def _refused(path: Path, name: str) -> ModelLoadError:
    return ModelLoadError(
        f"{path} asks for {name}, but a model's files may contain only plain data and tensors, so that loading them "
        "runs no code; if you trust the file, convert it with the program that made it: weights to model.safetensors, "
        "words to vocab.txt, one per line"
    )


def _damaged(path: Path, error: Exception) -> ModelLoadError:
    first_line = next(iter(str(error).strip().splitlines()), "")[:200]
    return ModelLoadError(f"{path} cannot be read ({type(error).__name__}: {first_line}); fetch it again")
