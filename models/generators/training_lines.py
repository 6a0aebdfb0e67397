"""Hashes of the lines that a generator was trained on, to detect copied completions."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity

NAME = "training_lines.parquet"
COLUMN = "line_hash"
HASH_BITS = 30
"""With more, the file of a million lines would be larger than the weights of half a model."""
FEWEST_WORDS = 3
"""A line of fewer words does not count as a copy: everybody writes "and so"."""

_LETTERS = re.compile(r"[^\W\d_]+")


def line_hash(line: str) -> int | None:
    """Return a hash of the words of a line, below 2**30; None for fewer than three words.

    Words are runs of letters in lower case, so that marks, apostrophes and capitals do not matter.
    """
    words = _LETTERS.findall(unicodedata.normalize("NFC", line).lower())
    if len(words) < FEWEST_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> (32 - HASH_BITS)


@dataclass(frozen=True, eq=False)
class TrainingLines:
    """Hashes of lines, sorted and each once, [lines].

    Another line collides with one of them with probability len(hashes) / 2**30: 0.12 % for the 1,286,844 hashes of
    gpt2-writer. So at most that share of lines is counted as copies by mistake.
    """

    hashes: np.ndarray

    def holds(self, line: str) -> bool:
        """Return whether the words of a line form a line of the training text."""
        hashed = line_hash(line)
        if hashed is None:
            return False
        place = int(np.searchsorted(self.hashes, np.uint32(hashed)))
        return place < len(self.hashes) and int(self.hashes[place]) == hashed


def training_lines_path(identity: ModelIdentity, named: str) -> Path:
    """Return the file that a recipe names; ``own`` is the file in the model's folder."""
    return Path(identity.location) / NAME if named == "own" else Path(named)


def read_training_lines(path: Path) -> TrainingLines:
    """Read the hashes of a file: a column ``line_hash`` of uint32, ascending. Raises :class:`ModelLoadError`."""
    try:
        hashes = pq.ParquetFile(path).read().column(COLUMN).to_numpy()
        if hashes.dtype != np.uint32 or not bool(np.all(hashes[:-1] < hashes[1:])):
            raise ValueError(f"{COLUMN} must be uint32, ascending, without nulls")
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise ModelLoadError(
            f"{path} does not contain hashes of training lines ({error}); make it with training/training_lines.py, "
            "or leave training_lines out"
        ) from None
    return TrainingLines(hashes)
