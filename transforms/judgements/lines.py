"""Figures of rated lines: equation 1 of the ghostwriting paper for fluency and coherence, and agreement."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from versebench.transforms.judgements.answers import Export, excluded_judges
from versebench.transforms.judgements.choices import two_judges
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.figures import Figure, of_estimates
from versebench.transforms.statistics.agreement import categorical_agreement
from versebench.transforms.statistics.style import grade_mean
from versebench.transforms.statistics.two_way import mean_interval

GRADES = ("not", "weak", "strong")
ASPECTS = ("fluency", "coherence")
_METHOD = "equation 1: strong 1, weak 1/2, not 0; judges and verses clustered, Student's t"


@dataclass(frozen=True)
class Ratings:
    """Grades of one aspect: arrays with an entry for each. ``asked`` is whether the judge was asked, not a rule."""

    judges: NDArray[np.int64]
    verses: NDArray[np.int64]
    units: NDArray[np.int64]
    grades: NDArray[np.int64]
    asked: NDArray[np.bool_]
    writers: NDArray[np.str_]
    artists: NDArray[np.str_]

    def select(self, chosen: NDArray[np.bool_]) -> "Ratings":
        """Some of the grades."""
        return Ratings(*(values[chosen] for values in vars(self).values()))

    def counts(self) -> dict[str, int]:
        """How much a figure of these grades rests on; a line is an item."""
        columns = {"items": self.units, "poems": self.verses, "judges": self.judges}
        return {"judgements": len(self.grades), **{name: len(np.unique(each)) for name, each in columns.items()}}


def ratings(export: Export, items: pa.Table, aspect: str, *, with_excluded: bool) -> Ratings:
    """The grades of an aspect, of lines that have one. The judgement of the whole page says what the plan excludes."""
    rows = export["line_ratings"]
    rows = rows.filter(
        pc.and_(pc.is_valid(rows[aspect]), pc.is_in(rows["item"], value_set=items["item"].combine_chunks()))
    )
    if not with_excluded:
        judged = export["judgements"]
        out = judged.filter(pc.or_(pc.is_valid(judged["excluded"]), judged["known"]))
        keys = pc.binary_join_element_wise(out["judge"], out["item"], "\x1f").combine_chunks()
        pages = pc.binary_join_element_wise(rows["judge"], rows["item"], "\x1f")
        hidden = pc.or_(pc.is_in(pages, value_set=keys), pc.is_in(rows["judge"], value_set=excluded_judges(export)))
        rows = rows.filter(pc.invert(hidden))
    grades = pc.index_in(rows[aspect], value_set=pa.array(GRADES))
    if grades.null_count:
        unknown = rows.filter(pc.is_null(grades))[aspect][0].as_py()
        raise ExportError(f"line_ratings: {aspect} {unknown!r} is no grade; choose from {', '.join(GRADES)}")
    places = pc.index_in(rows["item"], value_set=items["item"].combine_chunks()).to_numpy().astype(np.int64)
    lines = rows["line"].to_numpy().astype(np.int64)
    writers, artists = _writers(items)
    asked = ~rows["ruled"].to_numpy() if aspect == "coherence" else np.ones(len(rows), np.bool_)
    return Ratings(
        _codes(rows["judge"].to_pylist()),
        _codes(rows["work_id"].to_pylist()),
        np.unique(places * (lines.max(initial=0) + 1) + lines, return_inverse=True)[1],
        grades.to_numpy().astype(np.int64),
        asked,
        writers[places],
        artists[places],
    )


def _writers(items: pa.Table) -> tuple[NDArray[np.str_], NDArray[np.str_]]:
    writers = np.array(["all" if writer is None else writer for writer in items["writer"].to_pylist()], np.str_)
    artists = np.array([authors[0] if authors else "all" for authors in items["authors"].to_pylist()], np.str_)
    return writers, artists


def _codes(names: list[str]) -> NDArray[np.int64]:
    return np.unique(np.array(names, np.str_), return_inverse=True)[1].astype(np.int64)


def mean_grade(aspect: str, of: Ratings, artist: str = "all") -> Figure:
    """The mean grade with its interval; a repeated line that a rule grades counts."""
    value = grade_mean(int((of.grades == 2).sum()), int((of.grades == 1).sum()), len(of.grades))
    ends = mean_interval(of.grades / 2, of.judges, of.verses) if len(of.grades) else None
    if value is None or ends is None:
        why = "no grade" if value is None else "no interval: fewer than two judges or verses, or all grades equal"
        return Figure(aspect, value, _METHOD, of=artist, why_null=why)
    return Figure(aspect, value, _METHOD, *ends, artist)


def grade_shares(aspect: str, of: Ratings, artist: str = "all") -> Iterator[Figure]:
    """The share of each grade; a repeated line that a rule grades counts."""
    for grade, name in enumerate(GRADES):
        share = float((of.grades == grade).mean()) if len(of.grades) else None
        yield Figure(
            f"{aspect}_{name}", share, "share of grades", of=artist, why_null="no grade" if share is None else None
        )


def grade_agreement(aspect: str, of: Ratings, key: str) -> Iterator[Figure]:
    """Agreement on the grades that were asked for."""
    asked = of.select(of.asked)
    units = np.unique(asked.units, return_inverse=True)[1]
    yield from of_estimates(f"{aspect}_", categorical_agreement(units, asked.grades, len(GRADES), key))
    yield from two_judges(f"{aspect}_cohen_linear", asked.judges, units, asked.grades, len(GRADES), linear=True)
