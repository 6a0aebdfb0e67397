"""A hash of the values in a table. It does not depend on the program or the versions of Parquet and Arrow."""

import hashlib
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


class _Digest(Protocol):
    def update(self, data: bytes | memoryview, /) -> None: ...


def content_hash(table: pa.Table) -> str:
    """Hash of the values of a table in the order of its rows and columns, 32 hex digits.

    Numbers are hashed as little-endian bytes, strings and lists as lengths followed by contents, nulls as a mask.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name in table.column_names:
        digest.update(f"{name}\x00{len(table)}\x00".encode())
        _feed(digest, table.column(name).combine_chunks())
    return digest.hexdigest()


def combine(hashes: list[str]) -> str:
    """The content hash of a table from the hashes of its shards, in order."""
    return hashlib.blake2b("\n".join(hashes).encode(), digest_size=16).hexdigest()


def combine_groups(hashes: list[str]) -> str:
    """The content hash of a file from the hashes of its row groups. For a single row group it is that group's hash."""
    return hashes[0] if len(hashes) == 1 else combine(hashes)


def _feed(digest: _Digest, array: pa.Array) -> None:
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    digest.update(np.asarray(pc.is_null(array).to_numpy(zero_copy_only=False), dtype=np.uint8).tobytes())
    kind = array.type
    if pa.types.is_string(kind):
        _feed_lengths(digest, pc.binary_length(array))
        digest.update(_joined(pc.fill_null(array, "")))
    elif pa.types.is_list(kind):
        _feed_lengths(digest, pc.list_value_length(array))
        _feed(digest, array.flatten())
    else:
        filled = pc.fill_null(array.cast(pa.uint8()) if pa.types.is_boolean(kind) else array, 0)
        values = filled.to_numpy(zero_copy_only=False)
        digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())


def _feed_lengths(digest: _Digest, lengths: pa.Array) -> None:
    digest.update(pc.fill_null(lengths, 0).to_numpy(zero_copy_only=False).astype("<i8").tobytes())


def _joined(strings: pa.Array) -> bytes | memoryview:
    """The UTF-8 bytes of all strings, from Arrow's own buffer: a copy would take ten times as long as the hash."""
    if not len(strings):
        return b""
    _, offsets, content = strings.buffers()
    ends = np.frombuffer(offsets, np.int32)[strings.offset : strings.offset + len(strings) + 1]
    return memoryview(content)[ends[0] : ends[-1]] if content else b""
