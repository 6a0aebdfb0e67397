"""What is measured of the generated verses in the style of one artist: rhymes, similarity and copies."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import pyarrow as pa

from versebench.schemas.ghostwriting import MEASURES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.copying import CopyIndex, copied_runs
from versebench.transforms.ghostwriting.rhymes import RhymeRules
from versebench.transforms.ghostwriting.similarity import nearest_verses
from versebench.transforms.ghostwriting.vectors import vectors
from versebench.transforms.lyrics.tokenizers import as_written, flat, tokenized

Row = dict[str, Any]


@dataclass(frozen=True)
class MeasureRules:
    """How generated verses are compared and heard."""

    tokens: str
    similarity: str
    rhymes: RhymeRules


@dataclass(frozen=True)
class MeasureShard:
    """Shard i is artist i. ``written`` has the folder and the manifest of every generator's verses."""

    gathered_directory: str
    gathered: Manifest
    written: tuple[tuple[str, Manifest], ...]
    rules: MeasureRules

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``measures``. Counts: ``measured/<generator>``."""
        names = ["verse_id", "text"]
        verses = read_table(self.gathered_directory, self.gathered, "verses", shard, names).to_pylist()
        parts = [read_table(directory, manifest, "generated", shard) for directory, manifest in self.written]
        keys = [(name, "ascending") for name in MEASURES.key]
        generated = pa.concat_tables(parts).sort_by(keys).to_pylist()
        rows = measured(verses, generated, self.rules) if generated else []
        counts = Counter(f"measured/{row['generator']}" for row in rows)
        return ShardOutput({"measures": MEASURES.build_rows(rows)}, counts)


def measured(verses: Sequence[Row], generated: Sequence[Row], rules: MeasureRules) -> list[Row]:
    """The measures of generated verses against the verses of their artist."""
    own = [tokenized(row["text"], rules.tokens) for row in verses]
    written = [as_written(row["text"]) for row in generated]
    nearest = nearest_verses(written, vectors(own, rules.similarity))
    copied = copied_runs(CopyIndex.of(own), written)
    known = {tuple(flat(verse)) for verse in own}
    rows = []
    for place, (row, (rhymes, _)) in enumerate(
        zip(generated, rules.rhymes.heard([row["text"] for row in generated]), strict=True)
    ):
        other = int(nearest.nearest[place])
        rows.append(
            {
                **{name: row[name] for name in MEASURES.key},
                "tokens": row["tokens"],
                **rhymes,
                "similarity": _known(nearest.similarity[place]),
                "nearest": None if other < 0 else verses[other]["verse_id"],
                "second_similarity": _known(nearest.second_similarity[place]),
                "longest_copy": copied[place].longest,
                "copied_share": copied[place].share,
                "copied_sources": copied[place].sources,
                "identical": tuple(flat(written[place])) in known,
                "copied_start": copied[place].starts,
                "copied_length": copied[place].lengths,
            }
        )
    return rows


def _known(similarity: float) -> float | None:
    """The similarity; None for a verse without a token, and if there is no other verse to compare."""
    return None if isnan(similarity) else float(similarity)
