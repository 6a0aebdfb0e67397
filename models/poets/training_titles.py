"""Hashes of the titles and lines that a poet was trained on, so that no test asks for one of them.

They lie beside the weights, in a Parquet file with one column: distinct hashes, uint32 below 2**30, ascending, as
bit-packed differences. Two texts share a hash with probability 2**-30.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

TITLES, LINES = "training_titles.parquet", "training_lines.parquet"
COLUMN = "hash"
HASH_BITS = 30


def text_hash(text: str) -> int:
    """The hash of a title or line, given in simplified characters without marks and spaces."""
    digest = hashlib.blake2b(text.encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> (32 - HASH_BITS)


def hashes_of(texts: Iterable[str]) -> npt.NDArray[np.uint32]:
    """The distinct hashes of texts, ascending."""
    return np.array(sorted({text_hash(text) for text in texts}), np.uint32)


def write_hashes(hashes: npt.NDArray[np.uint32], path: Path) -> None:
    """Write a file of hashes."""
    pq.write_table(
        pa.table({COLUMN: pa.array(hashes, pa.uint32())}),
        path,
        compression="zstd",
        use_dictionary=False,
        column_encoding={COLUMN: "DELTA_BINARY_PACKED"},
        write_statistics=False,
        row_group_size=max(1, len(hashes)),
    )


def read_hashes(path: Path) -> frozenset[int]:
    """Read a file of hashes. Raises ``ValueError`` if it is none; the message names the file."""
    try:
        hashes = pq.ParquetFile(path).read().column(COLUMN).to_numpy()
        if hashes.dtype != np.uint32:
            raise ValueError(f"{COLUMN} must be uint32, without nulls")
    except (OSError, KeyError, ValueError, pa.ArrowException) as error:
        raise ValueError(f"{path} does not hold hashes of a training ({error}); write it anew, or remove it") from None
    return frozenset(hashes.tolist())
