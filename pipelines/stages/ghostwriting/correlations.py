"""Correlations of figures of the artists with those of the verses in their styles."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pyarrow as pa

from versebench.pipelines.stages.stage import Committed
from versebench.schemas.ghostwriting import CORRELATIONS
from versebench.storage.manifest import read_table
from versebench.transforms.ghostwriting.correlations import FigureCorrelation, correlate_figures

Row = dict[str, Any]

OF_ARTISTS = ("verses", "tokens", "vocabulary", "richness", "mean_tokens", "density")
"""Figures of an artist's own verses."""

OF_GENERATED = ("last similarity", "last copied share", "crossing similarity", "longest")
"""Figures of the verses in the artist's style: at the last point, at the crossing, and the longest verse."""


def correlations(gathered: Committed, pointed: Committed) -> pa.Table:
    """Correlations over the artists, for every generator."""
    artists = _rows(gathered, "artists")
    points, crossings, lengths = (_rows(pointed, name) for name in ("points", "crossings", "lengths"))
    names = dict.fromkeys(str(row["generator"]) for row in crossings)
    rows = []
    for generator in names:
        last = {row["artist_id"]: row for row in points if row["generator"] == generator}  # the last one of each stays
        crossed = {row["artist_id"]: row["similarity"] for row in crossings if row["generator"] == generator}
        longest = {row["artist_id"]: row["longest"] for row in lengths if row["generator"] == generator}
        ids = [artist["artist_id"] for artist in artists]
        figures: dict[str, list[float | None]] = {name: [row[name] for row in artists] for name in OF_ARTISTS}
        figures["last similarity"] = [last[each]["similarity"] if each in last else None for each in ids]
        figures["last copied share"] = [last[each]["copied_share"] if each in last else None for each in ids]
        figures["crossing similarity"] = [crossed.get(each) for each in ids]
        figures["longest"] = [longest.get(each) for each in ids]
        found = correlate_figures(figures, list(product(OF_ARTISTS, OF_GENERATED)))
        rows += [_row(generator, each) for each in found]
    return CORRELATIONS.build_rows(sorted(rows, key=lambda row: tuple(str(row[name]) for name in CORRELATIONS.key)))


def _row(generator: str, figures: FigureCorrelation) -> Row:
    found = figures.correlation
    return {
        "generator": generator,
        "first": figures.first,
        "second": figures.second,
        "n": found.n,
        "pearson": found.pearson,
        "low": found.low,
        "high": found.high,
        "p": found.p,
        "p_holm": figures.p_holm,
        "spearman": found.spearman,
        "spearman_p": found.spearman_p,
        "needed": figures.needed,
    }


def _rows(committed: Committed, table: str) -> list[Row]:
    return list(_each_row(committed, table))


def _each_row(committed: Committed, table: str) -> Iterator[Row]:
    for shard in range(committed.run.shards):
        yield from read_table(committed.run.directory, committed.manifest, table, shard).to_pylist()
