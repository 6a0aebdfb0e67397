"""The points, the crossing and the longest verse of every generator for one artist."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isnan
from typing import Any

import numpy as np

from versebench.schemas.ghostwriting import CROSSINGS, LENGTHS, POINTS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.crossings import Crossing, Measured, cross
from versebench.transforms.ghostwriting.lengths import longest_verse
from versebench.transforms.ghostwriting.points import points_of
from versebench.transforms.ghostwriting.vectors import Floats

Row = dict[str, Any]

_READ = ["generator", "point", "number", "tokens", "density_weighted", "density_weight", "similarity"]
_COPYING = ["copied_share", "longest_copy", "identical"]


@dataclass(frozen=True)
class PointRules:
    """How many settings make one point of a generator, the last point, and the last setting, by the generator."""

    every: Mapping[str, int]
    last_point: Mapping[str, int]
    last_setting: Mapping[str, int]
    seed: int


@dataclass(frozen=True)
class PointShard:
    """Shard i is artist i."""

    gathered_directory: str
    gathered: Manifest
    measured_directory: str
    measured: Manifest
    rules: PointRules

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``points``, ``crossings`` and ``lengths``; no counts."""
        artists = read_table(self.gathered_directory, self.gathered, "artists", shard).to_pylist()
        names = [*_READ, *_COPYING]
        measures = read_table(self.measured_directory, self.measured, "measures", shard, names).to_pylist()
        points: list[Row] = []
        crossings: list[Row] = []
        lengths: list[Row] = []
        for artist in artists:
            for generator, rows in groupby(measures, key=lambda row: str(row["generator"])):
                made = measured_points(artist, generator, list(rows), self.rules)
                points += made[0]
                crossings.append(made[1])
                lengths += made[2]
        return ShardOutput(
            {
                "points": POINTS.build_rows(points),
                "crossings": CROSSINGS.build_rows(crossings),
                "lengths": LENGTHS.build_rows(lengths),
            }
        )


def measured_points(
    artist: Row, generator: str, rows: Sequence[Row], rules: PointRules
) -> tuple[list[Row], Row, list[Row]]:
    """The points of a generator for an artist, the crossing, and the longest verse, if there is a verse."""
    key = {"artist_id": artist["artist_id"], "generator": generator}
    settings = np.minimum(_column(rows, "point"), rules.last_point[generator]).astype(np.int64)
    points = points_of(settings, rules.every[generator])
    measured = Measured(
        points, _column(rows, "density_weighted"), _column(rows, "density_weight"), _column(rows, "similarity")
    )
    draws = f"{rules.seed}\x1fcrossing of {generator}\x1f{artist['artist_id']}"
    crossing = cross(measured, artist["density_weighted"], draws)
    longest = longest_verse(
        [(row["point"], row["number"], row["tokens"]) for row in rows],
        rules.last_setting[generator],
        artist["mean_tokens"],
        artist["stdev_tokens"],
    )
    lengths = [
        {
            **key,
            "longest": longest.longest,
            "point": longest.setting,
            "number": longest.number,
            "when": longest.when,
            "mean_tokens": artist["mean_tokens"],
            "stdev_tokens": artist["stdev_tokens"],
            "beyond": longest.beyond,
        }
        for longest in ([] if longest is None else [longest])
    ]
    return list(_points(key, rows, measured)), {**key, **_crossing(crossing, artist)}, lengths


def _points(key: Row, rows: Sequence[Row], measured: Measured) -> Iterator[Row]:
    points = measured.points
    means = {name: points.means(_column(rows, name)) for name in ("tokens", *_COPYING)}
    density = points.means(measured.density, measured.weight)
    similarity, heard = points.means(measured.similarity), points.known(measured.density)
    for place in range(len(points)):
        yield {
            **key,
            "point": place,
            "x": float(points.x[place]),
            "verses": int(points.verses[place]),
            "heard": int(heard[place]),
            "density": _known(density[place]),
            "similarity": _known(similarity[place]),
            **{name: float(values[place]) for name, values in means.items()},
        }


def _crossing(crossing: Crossing, artist: Row) -> Row:
    lines: Row = {}
    for name, line in (("density", crossing.density), ("similarity", crossing.similarity)):
        for of in ("slope", "intercept", "r2"):
            lines[f"{name}_{of}"] = None if line is None else _known(getattr(line, of))
    return {
        "points": crossing.points,
        "target": crossing.target,
        **lines,
        "x": crossing.x,
        "similarity": crossing.similarity_at_x,
        "low": crossing.low,
        "high": crossing.high,
        "draws": crossing.draws,
        "status": crossing.status,
        "isotonic_x": crossing.isotonic_x,
        "isotonic_similarity": crossing.isotonic_similarity,
        "own_similarity": artist["own_similarity"],
    }


def _known(value: float | None) -> float | None:
    return None if value is None or isnan(value) else float(value)


def _column(rows: Sequence[Row], name: str) -> Floats:
    values = (row[name] for row in rows)
    return np.array([np.nan if value is None else float(value) for value in values], np.float64)
