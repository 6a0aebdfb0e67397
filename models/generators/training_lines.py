"""The lines that a generator was trained on, by their hashes: to tell which completions are copies."""

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
"""A line of fewer words is no copy: everybody writes "and so"."""

_LETTERS = re.compile(r"[^\W\d_]+")


def line_hash(line: str) -> int | None:
    """Hash of the words of a line, below 2**30; None where they are fewer than three.

    Words are runs of letters in lower case, so that marks, apostrophes and capitals make no other line.
    """
    words = _LETTERS.findall(unicodedata.normalize("NFC", line).lower())
    if len(words) < FEWEST_WORDS:
        return None
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> (32 - HASH_BITS)


@dataclass(frozen=True, eq=False)
class TrainingLines:
    """Hashes of lines, sorted and each once, [lines].

    A line that is none of them passes for one with probability len(hashes) / 2**30: 0.12 % with the 1,286,844 hashes
    of gpt2-writer. So at most that share of the copies that are counted among lines are none.
    """

    hashes: np.ndarray

    def holds(self, line: str) -> bool:
        """Whether the words of a line stand as a line in the training text."""
        found = line_hash(line)
        if found is None:
            return False
        place = int(np.searchsorted(self.hashes, np.uint32(found)))
        return place < len(self.hashes) and int(self.hashes[place]) == found


def training_lines_path(identity: ModelIdentity, named: str) -> Path:
    """The file that a recipe names; ``own`` is the one in the model's folder."""
    return Path(identity.location) / NAME if named == "own" else Path(named)


def read_training_lines(path: Path) -> TrainingLines:
    """The hashes of a file: a column ``line_hash`` of uint32, ascending. Raises :class:`ModelLoadError`."""
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
