"""Reads the variables of a TensorFlow checkpoint without TensorFlow.

A checkpoint is a pair of files. ``<prefix>.index`` is a sorted table in LevelDB's format: blocks of keys, each sharing
a beginning with the key before it, an index of these blocks, and a footer that says where the index is. The value of
each key is a ``BundleEntryProto``: type, shape, and where the values are in ``<prefix>.data-00000-of-00001``.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from versebench.models.fetched.contract import FetchError

_FOOTER = 48
_MAGIC = (0xDB4775248B80FB57).to_bytes(8, "little")
_UNCOMPRESSED = 0
_FLOAT = 1
_DTYPE, _SHAPE, _SHARD, _OFFSET, _SIZE = 1, 2, 3, 4, 5
"""Fields of a BundleEntryProto; of the types only 32-bit floats are read."""

Fields = dict[int, list[int | bytes]]


def read_checkpoint(prefix: Path) -> dict[str, npt.NDArray[np.float32]]:
    """Return the variables of 32-bit floats by name. Raises :class:`FetchError` if the files are not as expected."""
    index, data = prefix.with_name(f"{prefix.name}.index"), prefix.with_name(f"{prefix.name}.data-00000-of-00001")
    try:
        values = np.memmap(data, dtype=np.uint8, mode="r")
        entries = ((name, _fields(entry)) for name, entry in _table(index.read_bytes()))
        return {name.decode(): _variable(entry, values) for name, entry in entries if entry.get(_DTYPE) == [_FLOAT]}
    except (OSError, ValueError, IndexError, KeyError, TypeError) as error:
        raise FetchError(f"{index}: not a TensorFlow checkpoint in one part ({error}); fetch it again") from None


def _variable(entry: Fields, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    if entry.get(_SHARD, [0]) != [0]:
        raise ValueError("its values are in several files")
    start, size = _whole(entry, _OFFSET), _whole(entry, _SIZE)
    flat = np.frombuffer(values[start : start + size].tobytes(), "<f4")
    return flat.reshape(_shape(entry))


def _shape(entry: Fields) -> list[int]:
    [shape] = entry.get(_SHAPE, [b""])
    return [_whole(_fields(_bytes(size)), 1) for size in _fields(_bytes(shape)).get(2, [])]


def _table(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    footer = content[-_FOOTER:]
    if footer[-8:] != _MAGIC:
        raise ValueError("the index has no footer")
    position = 0
    for _ in range(2):  # the handle of a block that is not needed
        _, position = _varint(footer, position)
    for _, handle in _block(content, *_handle(footer, position)):
        for key, value in _block(content, *_handle(handle, 0)):
            if key:  # the first entry describes the whole
                yield key, value


def _handle(content: bytes, position: int) -> tuple[int, int]:
    start, position = _varint(content, position)
    size, _ = _varint(content, position)
    return start, size


def _block(content: bytes, start: int, size: int) -> Iterator[tuple[bytes, bytes]]:
    if content[start + size] != _UNCOMPRESSED:
        raise ValueError("a block is compressed")
    block = content[start : start + size]
    restarts = int.from_bytes(block[-4:], "little")
    position, end, key = 0, len(block) - 4 - 4 * restarts, b""
    while position < end:
        shared, position = _varint(block, position)
        own, position = _varint(block, position)
        length, position = _varint(block, position)
        key = key[:shared] + block[position : position + own]
        position += own
        yield key, block[position : position + length]
        position += length


def _fields(message: bytes) -> Fields:
    """The fields of a protocol buffer by number, each with its values."""
    fields: Fields = {}
    position = 0
    while position < len(message):
        tag, position = _varint(message, position)
        value: int | bytes
        if (kind := tag & 7) == 0:
            value, position = _varint(message, position)
        else:
            length = {1: 8, 5: 4}.get(kind)
            if length is None and kind != 2:
                raise ValueError(f"a field of the unknown kind {kind}")
            if length is None:
                length, position = _varint(message, position)
            value, position = message[position : position + length], position + length
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def _varint(content: bytes, position: int) -> tuple[int, int]:
    """A number of variable length, and the position after it."""
    number = shift = 0
    while True:
        byte = content[position]
        position += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, position
        shift += 7


def _whole(fields: Fields, number: int) -> int:
    [value] = fields.get(number, [0])
    if not isinstance(value, int):
        raise TypeError(f"field {number} is no number")
    return value


def _bytes(value: int | bytes) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError("a field is no message")
    return value
