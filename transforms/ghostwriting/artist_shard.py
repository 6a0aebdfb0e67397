"""The verses of one artist, brought together from all shards: what is kept, what it is like, and how it rhymes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from versebench.schemas.ghostwriting import ARTISTS, SYLLABLES, VERSES
from versebench.schemas.poems import REJECTS
from versebench.storage.commit import ShardOutput
from versebench.transforms.ghostwriting.artists import count_artist
from versebench.transforms.ghostwriting.cut_shard import reject
from versebench.transforms.ghostwriting.names import Artist, refused_verse
from versebench.transforms.ghostwriting.rhymes import RhymeRules
from versebench.transforms.ghostwriting.similarity import nearest_own_verses
from versebench.transforms.ghostwriting.spread_artists import STAGE, Spread, verses_of
from versebench.transforms.ghostwriting.vectors import vectors
from versebench.transforms.lyrics.tokenizers import Lines, tokenized
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.near_duplicates.clusters import union
from versebench.transforms.near_duplicates.shingles import shingles
from versebench.transforms.prosody.rhyme_density.measure import VerseRhymes
from versebench.transforms.prosody.rhyme_density.weightings import mean

AT_ONCE = 500
"""Verses that are compared with all others at once to find near-duplicates; it changes the memory and no result."""

Row = dict[str, Any]


@dataclass(frozen=True)
class ArtistRules:
    """What is kept of an artist, and how the verses are compared and heard."""

    fewest_tokens: int
    fewest_verses: int
    tokens: str
    similarity: str
    near: float
    rhymes: RhymeRules


@dataclass(frozen=True)
class ArtistShard:
    """Shard i is artist i: the kept verses, their syllables, the figures of the artist, and the refused verses."""

    spreads: tuple[Spread, ...]
    artists: tuple[Artist, ...]
    rules: ArtistRules

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``verses``, ``syllables``, ``artists`` and ``rejects``.

        Counts: ``in``, ``out``, ``rejected.<reason>``; ``artists`` and ``kept`` for this artist.
        """
        artist = self.artists[shard]
        rows = verses_of(artist.artist_id, self.spreads).to_pylist()
        return gather_artist(artist, sorted(rows, key=lambda row: str(row["verse_id"])), self.rules)


def gather_artist(artist: Artist, verses: Sequence[Row], rules: ArtistRules) -> ShardOutput:
    """The tables of an artist from all verses, which are sorted by their ids."""
    kept, refused = _sifted(verses, rules)
    refusals = Counter(refusal.reason for _, refusal in refused)
    counts = {"in": len(verses), "out": len(kept), **{f"rejected.{name}": many for name, many in refusals.items()}}
    rejects = [_refused(artist, row, refusal) for row, refusal in refused]
    tables = {
        "rejects": REJECTS.build_rows(sorted(rejects, key=lambda row: str(row["reject_id"]))),
        "verses": VERSES.empty(),
        "syllables": SYLLABLES.empty(),
        "artists": ARTISTS.empty(),
    }
    if kept:
        texts = [row["text"] for row in kept]
        lines = [tokenized(text, rules.tokens) for text in texts]
        compared = _compared(kept, texts, lines, rules)
        heard = list(rules.rhymes.heard(texts))
        before = len(verses), sum(row["tokens"] for row in verses)
        tables |= {
            "verses": VERSES.build_rows(compared),
            "syllables": SYLLABLES.build_rows(list(_syllables(compared, [row for row, _ in heard], rules))),
            "artists": ARTISTS.build_rows([_figures(artist, compared, lines, before, heard)]),
        }
    return ShardOutput(tables, {**counts, "artists": int(bool(kept))})


def _sifted(verses: Sequence[Row], rules: ArtistRules) -> tuple[list[Row], list[tuple[Row, Refusal]]]:
    """The verses that are kept, and the others with their refusals."""
    kept: dict[str, Row] = {}
    refused: list[tuple[Row, Refusal]] = []
    for row in verses:
        same = kept.get(row["text"])
        if row["tokens"] < rules.fewest_tokens:
            refused.append((row, Refusal("too_short", f"{row['tokens']} tokens of {rules.fewest_tokens}")))
        elif same is not None:
            refused.append((row, Refusal("duplicate_verse", f"equals the verse {same['verse_id']} of the artist")))
        else:
            kept[row["text"]] = row
    if len(kept) >= rules.fewest_verses:
        return list(kept.values()), refused
    few = Refusal(
        "too_few_verses", f"of the {rules.fewest_verses:,} verses that an artist needs, this one has {len(kept):,}"
    )
    return [], [*refused, *((row, few) for row in kept.values())]


def _refused(artist: Artist, row: Row, refusal: Refusal) -> Row:
    detail = f"{artist.name}, work {row['work_id']}, line {row['first_line']}: {refusal.detail}"
    owner = {"work_id": row["work_id"], "source": ", ".join(artist.sources), "source_id": None}
    reject_id = refused_verse(artist.artist_id, row["verse_id"])
    return reject(STAGE, reject_id, owner, row["text"], Refusal(refusal.reason, detail))


def _compared(kept: Sequence[Row], texts: Sequence[str], lines: Sequence[Lines], rules: ArtistRules) -> list[Row]:
    """The kept verses with their clusters, and with the nearest verse outside each one's cluster."""
    clusters = _clusters(texts, rules.near)
    nearest = nearest_own_verses(vectors(lines, rules.similarity), clusters)
    rows = []
    for place, row in enumerate(kept):
        similarity, other = float(nearest.similarity[place]), int(nearest.nearest[place])
        rows.append(
            {
                **row,
                "cluster": kept[clusters[place]]["verse_id"],
                "own_similarity": None if isnan(similarity) else similarity,
                "own_nearest": None if other < 0 else kept[other]["verse_id"],
            }
        )
    return rows


def _clusters(texts: Sequence[str], near: float) -> list[int]:
    """For each verse the first verse that it is joined with by near-duplicates, which share word pairs."""
    from scipy import sparse  # the import takes a while

    hashed = shingles(texts)
    columns = np.unique(hashed.hashes, return_inverse=True)[1].reshape(-1)
    starts = np.append(hashed.starts, len(columns))
    has = sparse.csr_array((np.ones(len(columns), np.int32), columns, starts))
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(texts), AT_ONCE):
        shared = (has[start : start + AT_ONCE] @ has.T).tocoo()
        first, second = shared.row + start, shared.col
        either = hashed.counts[first] + hashed.counts[second] - shared.data
        close = np.flatnonzero((shared.data >= near * either) & (first < second))
        pairs += zip(first[close].tolist(), second[close].tolist(), strict=True)
    return union(len(texts), pairs)


def _syllables(verses: Sequence[Row], heard: Sequence[Row], rules: ArtistRules) -> Iterator[Row]:
    for verse, rhymes in zip(verses, heard, strict=True):
        yield {
            "artist_id": verse["artist_id"],
            "verse_id": verse["verse_id"],
            "detector": rules.rhymes.detector,
            **rhymes,
        }


def _figures(
    artist: Artist,
    verses: Sequence[Row],
    lines: Sequence[Lines],
    before: tuple[int, int],
    heard: Sequence[tuple[Row, VerseRhymes]],
) -> Row:
    """The row of an artist. ``before`` has the verses and the tokens before any was refused."""
    counts = count_artist([row["verse_id"] for row in verses], lines, before[1])
    return {
        "artist_id": artist.artist_id,
        "name": artist.name,
        "verses": counts.verses,
        "verses_before_filter": before[0],
        "tokens": counts.tokens,
        "tokens_before_filter": counts.tokens_before_filter,
        "vocabulary": counts.vocabulary,
        "richness": counts.richness,
        "richness_before_filter": counts.richness_before_filter,
        "mean_tokens": counts.mean_tokens,
        "stdev_tokens": counts.standard_deviation,
        "longest": counts.longest,
        "types_in_first": counts.first_types,
        "mattr": counts.moving_richness,
        "own_similarity": _plain_mean([row["own_similarity"] for row in verses]),
        **_rhymes_of([row for row, _ in heard], [verse for _, verse in heard]),
    }


def _rhymes_of(rows: Sequence[Row], verses: Sequence[VerseRhymes]) -> Row:
    syllables = sum(verse.syllables for verse in verses)
    lengths = [sum(verse.rhymed_by_length[place] for verse in verses) for place in range(3)]
    weighted = [(row["density_weighted"], row["density_weight"]) for row in rows if row["density"] is not None]
    return {
        "density": _plain_mean([row["density"] for row in rows]),
        "density_weighted": mean(weighted),
        "density_by_syllables": sum(verse.rhymed for verse in verses) / syllables if syllables else None,
        "rhyme_factor": _plain_mean([row["rhyme_factor"] for row in rows]),
        "words": sum(verse.words for verse in verses),
        "unheard_words": sum(verse.unheard_words for verse in verses),
        "syllables": syllables,
        **{f"rhymed_{place + 1}": many for place, many in enumerate(lengths)},
        "rhymed_at_line_ends": sum(verse.rhymed_at_line_ends for verse in verses),
    }


def _plain_mean(values: Sequence[float | None]) -> float | None:
    return mean([(value, 1.0) for value in values if value is not None])
