"""Fixed bins of whole numbers. They are the same in every release, so releases can be compared."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Bins:
    """``number`` bins of equal ``width``, starting at 0. The last bin also counts all larger values."""

    width: int
    number: int

    @property
    def labels(self) -> tuple[str, ...]:
        """One label per bin, in order: ``0-19``, or ``7`` if a bin is one number wide; ``380+`` for the last."""
        starts = range(0, self.width * self.number, self.width)
        inner = [str(start) if self.width == 1 else f"{start}-{start + self.width - 1}" for start in starts[:-1]]
        return (*inner, f"{starts[-1]}+")

    def counts(self, values: npt.NDArray[np.int64]) -> dict[str, int]:
        """Count the values in each bin; negative values are counted in the first bin."""
        places = np.clip(values // self.width, 0, self.number - 1)
        counts = np.bincount(places, minlength=self.number).tolist()
        return dict(zip(self.labels, counts, strict=True))
