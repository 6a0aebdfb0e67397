"""Writes TensorFlow's checkpoint format: a table in LevelDB's format, and the values in a file of their own."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

MAGIC = 0xDB4775248B80FB57
RESTART = 4
BLOCK = 200
"""Bytes after which a block ends, small enough for several blocks."""


def write_bundle(prefix: Path, variables: dict[str, np.ndarray], shard: int = 0) -> None:
    """Write 32-bit floats and 64-bit integers under a prefix."""
    data = bytearray()
    entries = [(b"", field(1, 1))]
    for name in sorted(variables):
        values = variables[name]
        raw = values.astype("<i8" if values.dtype.kind == "i" else "<f4").tobytes()
        shape = b"".join(field(2, field(1, size)) for size in values.shape)
        entry = field(1, 9 if values.dtype.kind == "i" else 1) + field(2, shape) + field(3, shard)
        entries.append((name.encode(), entry + field(4, len(data)) + field(5, len(raw)) + b"\x35\0\0\0\0"))
        data += raw
    prefix.with_name(f"{prefix.name}.data-00000-of-00001").write_bytes(bytes(data))
    prefix.with_name(f"{prefix.name}.index").write_bytes(table(entries))


def table(entries: list[tuple[bytes, bytes]]) -> bytes:
    out = bytearray()
    index: list[tuple[bytes, bytes]] = []
    while entries:
        size = next((n for n in range(1, len(entries)) if len(block(entries[:n])) > BLOCK), len(entries))
        index.append((entries[size - 1][0], written(out, block(entries[:size]))))
        entries = entries[size:]
    meta = written(out, block([]))
    footer = meta + written(out, block(index))
    return bytes(out) + footer.ljust(40, b"\0") + MAGIC.to_bytes(8, "little")


def written(out: bytearray, content: bytes) -> bytes:
    """Append a block with its type and a place for its checksum; return its handle."""
    handle = varint(len(out)) + varint(len(content))
    out += content + b"\0" + bytes(4)
    return handle


def block(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    out, restarts, last = bytearray(), [0], b""
    for number, (key, value) in enumerate(entries):
        shared = 0
        if number % RESTART:
            while shared < min(len(key), len(last)) and key[shared] == last[shared]:
                shared += 1
        elif number:
            restarts.append(len(out))
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    for place in (*restarts, len(restarts)):
        out += place.to_bytes(4, "little")
    return bytes(out)


def field(number: int, value: int | bytes) -> bytes:
    """A field of a protocol buffer."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])
