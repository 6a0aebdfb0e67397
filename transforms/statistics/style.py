"""Equations 1 to 4 of Potash, Romanov and Rumshisky (2016): fluency, style matching, and confusion of artists."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Page:
    """A page of style matching: the artist of the verse, those of the verses to choose from, and the choices made."""

    evaluated: str
    shown: tuple[str, ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True)
class StyleCounts:
    """What the shares of an artist are made of: pages on which all annotators agree, those of them that are right."""

    pages: int
    annotations: int
    matches: int
    shared_pages: int
    agreed: int
    agreed_right: int

    @property
    def matching(self) -> float | None:
        """Equation 2: the share of right choices."""
        return _share(self.matches, self.annotations)

    @property
    def agreed_matching(self) -> float | None:
        """Equation 3: of the pages on which annotators agree, the share on which they are right; None without any."""
        return _share(self.agreed_right, self.agreed)

    @property
    def raw_agreement(self) -> float | None:
        """The share of pages with several annotators on which they agree."""
        return _share(self.agreed, self.shared_pages)


def grade_mean(strong: int, weak: int, all_grades: int) -> float | None:
    """Equation 1: strong grades count 1, weak ones a half; None without grades."""
    return _share(strong + weak / 2, all_grades)


def count_style(pages: Sequence[Page]) -> StyleCounts:
    """The counts of some pages, for example those of one artist."""
    shared = [page for page in pages if len(page.chosen) > 1]
    agreed = [page for page in shared if len(set(page.chosen)) == 1]
    return StyleCounts(
        len(pages),
        sum(len(page.chosen) for page in pages),
        sum(choice == page.evaluated for page in pages for choice in page.chosen),
        len(shared),
        len(agreed),
        sum(page.chosen[0] == page.evaluated for page in agreed),
    )


def pooled(counts: Sequence[StyleCounts]) -> StyleCounts:
    """The counts of several artists together: their shares are micro means."""
    return StyleCounts(
        *(
            sum(getattr(each, name) for each in counts)
            for name in ("pages", "annotations", "matches", "shared_pages", "agreed", "agreed_right")
        )
    )


def macro_mean(shares: Sequence[float | None]) -> float | None:
    """The mean over artists of those shares that exist."""
    known = [share for share in shares if share is not None]
    return _share(sum(known), len(known))


@dataclass(frozen=True)
class Confusion:
    """Equation 4 for verses of ``evaluated``, and ``chosen``: how often it was shown as an answer and chosen."""

    evaluated: str
    chosen: str
    times_shown: int
    times_chosen: int
    share: float | None
    symmetric_share: float | None


def confusion_matrix(pages: Sequence[Page]) -> list[Confusion]:
    """Every two artists in order. A share is None if the artist was never shown; the diagonal is equation 2."""
    artists = sorted({artist for page in pages for artist in (page.evaluated, *page.shown)})
    place = {artist: number for number, artist in enumerate(artists)}
    shown, chosen = (np.zeros((len(artists), len(artists)), np.int64) for _ in range(2))
    for page in pages:
        for artist in page.shown:
            shown[place[page.evaluated], place[artist]] += len(page.chosen)
        for artist in page.chosen:
            chosen[place[page.evaluated], place[artist]] += 1
    shares = [[_share(int(c), int(s)) for c, s in zip(*row, strict=True)] for row in zip(chosen, shown, strict=True)]
    return [
        Confusion(a, b, int(shown[i, j]), int(chosen[i, j]), shares[i][j], _both(shares[i][j], shares[j][i]))
        for i, a in enumerate(artists)
        for j, b in enumerate(artists)
    ]


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _both(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else (first + second) / 2
