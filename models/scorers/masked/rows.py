"""The distinct masked rows that the texts of a unit need."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from versebench.models.scorers.masked.convention import KINDS, Kind
from versebench.models.scorers.masked.words import word_stops
from versebench.models.scorers.tokenised import Tokenised

BATCH_TOKENS = 512
"""Tokens of a batch at most, if more than one row: part of the bits of a score, so no setting."""
BATCH_ROWS = 16
"""Most rows of a batch."""
LOGITS = 1 << 24
"""Logits of a batch at most, 64 MiB in fp32, if more than one row: with a large vocabulary, memory goes to the head and
not to the tokens."""


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """The tokens of a text of the unit, masked from ``start`` up to ``stop``, to predict the token at ``start``."""

    text: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Target:
    """The token that a row predicts. Texts that differ in one token share the row but not the target."""

    row: int
    token: int


@dataclass(frozen=True)
class UnitRows:
    """Distinct rows and targets in canonical order, and for each text and kind the targets of its tokens."""

    rows: tuple[MaskedRow, ...]
    targets: tuple[Target, ...]
    wanted: dict[tuple[int, Kind], tuple[int, ...]]


def masked_spans(kind: Kind, stops: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield for each token the first masked token, which is itself, and the end of the masked ones (exclusive).

    ``stops`` are those of :func:`versebench.models.scorers.masked.words.word_stops`.
    """
    for place, stop in enumerate(stops):
        yield place, place + 1 if kind == "original" else stop


def unit_rows(texts: Sequence[Tokenised], kinds: Sequence[Kind], mask: int) -> UnitRows:
    """Return the rows of a unit: text by text, kind by kind in the order of ``KINDS``, token by token.

    Rows of the last text come after all others, so that it moves none of them.
    """
    rows: dict[bytes, int] = {}
    kept: list[MaskedRow] = []
    targets: dict[Target, int] = {}
    wanted: dict[tuple[int, Kind], tuple[int, ...]] = {}
    for number, text in enumerate(texts):
        stops = word_stops(text.text, text.spans)
        for kind in (kind for kind in KINDS if kind in kinds):
            mine = []
            for first, end in masked_spans(kind, stops):
                row = MaskedRow(number, text.positions[first], text.positions[end - 1] + 1)
                place = rows.setdefault(_digest(row, text, mask), len(kept))
                if place == len(kept):
                    kept.append(row)
                mine.append(targets.setdefault(Target(place, text.ids[row.start]), len(targets)))
            wanted[number, kind] = tuple(mine)
    return UnitRows(tuple(kept), tuple(targets), wanted)


def row_ids(row: MaskedRow, text: Tokenised, mask: int) -> np.ndarray:
    """Return the tokens of a row: int64, (length of the text's ``ids``,)."""
    ids = np.array(text.ids, dtype=np.int64)
    ids[row.start : row.stop] = mask
    return ids


def batch_rows(length: int, logits: int) -> int:
    """Return how many rows of ``length`` tokens form a batch, if the head computes ``logits`` logits for each."""
    return max(1, min(BATCH_ROWS, BATCH_TOKENS // length, LOGITS // logits))


def batches(lengths: Sequence[int], rows_of: Callable[[int], int]) -> Iterator[tuple[list[int], int]]:
    """Yield places of rows of one length that form a batch, in order, and the number of rows to pad the batch to.

    That number, ``rows_of`` the length, depends only on the length and the model, so that a row is always
    computed in a batch of the same shape.
    """
    by_length: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        by_length.setdefault(length, []).append(place)
    for length, places in by_length.items():
        size = rows_of(length)
        for first in range(0, len(places), size):
            yield places[first : first + size], size


def _digest(row: MaskedRow, text: Tokenised, mask: int) -> bytes:
    # A digest instead of the row, because a long text has as many rows as tokens.
    return blake2b(row_ids(row, text, mask).tobytes() + row.start.to_bytes(8, "little"), digest_size=16).digest()
