"""Fixed bins of whole numbers, the same in every release, so that two releases can be laid beside each other."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Bins:
    """``number`` bins of one ``width`` from 0 on; the last holds all that is larger too."""

    width: int
    number: int

    @property
    def labels(self) -> tuple[str, ...]:
        """One a bin, in their order: ``0-19``, or ``7`` where a bin holds one number, and ``380+`` for the last."""
        starts = range(0, self.width * self.number, self.width)
        inner = [str(start) if self.width == 1 else f"{start}-{start + self.width - 1}" for start in starts[:-1]]
        return (*inner, f"{starts[-1]}+")

    def counts(self, values: npt.NDArray[np.int64]) -> dict[str, int]:
        """How many of the values each bin holds; what is below 0 is in the first."""
        places = np.clip(values // self.width, 0, self.number - 1)
        counted = np.bincount(places, minlength=self.number).tolist()
        return dict(zip(self.labels, counted, strict=True))
