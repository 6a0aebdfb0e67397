"""All cosines of many vectors in single precision: of frequent tokens by a dense product, of others by a sparse one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

FREQUENT = 256
"""Tokens in the dense product; it changes the speed and no result."""

Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Screen:
    """Vectors in single precision: some columns dense, of shape (columns, vectors), the others in a sparse matrix."""

    columns: NDArray[np.int64]
    dense: Singles
    sparse: Any

    @classmethod
    def of(cls, rows: Any) -> "Screen":
        """The vectors of a sparse matrix in rows."""
        spread = np.bincount(rows.indices, minlength=rows.shape[1])
        columns = np.sort(np.argsort(-spread, kind="stable")[:FREQUENT])
        by_column = rows.T.tocsr().astype(np.float32)
        dense = by_column[columns].toarray()
        counts = np.diff(by_column.indptr)
        frequent = np.zeros(len(counts), np.bool_)
        frequent[columns] = True
        by_column.data[np.repeat(frequent, counts)] = 0
        by_column.eliminate_zeros()
        return cls(columns, dense, by_column)

    def cosines(self, rows: Any) -> Singles:
        """The cosines of other vectors, of shape (other vectors, vectors)."""
        rows = rows.astype(np.float32)
        cosines: Singles = (rows @ self.sparse).toarray()
        cosines += rows[:, self.columns].toarray() @ self.dense
        return cosines
