"""How probable the judged verses of style pages are for a model of one artist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from versebench.models.ghostwriters.contract import GhostwriterError, GhostwriterSettings
from versebench.models.styles.registry import STYLE_MODELS, Learnt, Lines, StyleModel
from versebench.schemas.model_answers import STYLE_SCORES
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.items.draw import HUMAN, MATCH_STYLE
from versebench.transforms.ghostwriting.names import Artist
from versebench.transforms.lyrics.tokenizers import as_written, tokenized
from versebench.transforms.mapping.failure import RecoverableError

Row = dict[str, Any]

_ITEM = ["item", "protocol", "work_id", "writer", "authors", "texts"]


@dataclass(frozen=True)
class StyleScoreShard:
    """Shard i has the scores of the models of artist i, on all pages that show the artist.

    ``showing`` has, for each artist's name, the shards of the items with such pages. ``generators`` are those of the
    recipe by name, and ``folder`` is where models that are trained keep checkpoints.
    """

    directory: str
    gathered: Manifest
    items_directory: str
    items: Manifest
    artists: tuple[Artist, ...]
    showing: Mapping[str, tuple[int, ...]]
    models: tuple[str, ...]
    tokens: str
    generators: Mapping[str, GhostwriterSettings]
    seed: int
    folder: str

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``style_scores``. Counts: ``held_out``, the verses that the models were not made from.

        Raises :class:`RecoverableError` if a model cannot be made.
        """
        artist = self.artists[shard].name
        pages = [page for of in self.showing.get(artist, ()) for page in self._pages(of, artist)]
        if not pages:
            return ShardOutput({STYLE_SCORES.name: STYLE_SCORES.empty()})
        names = ["verse_id", "work_id", "cluster", "text"]
        verses = read_table(self.directory, self.gathered, "verses", shard, names).to_pylist()
        judged = {page["work_id"] for page in pages if page["authors"][0] == artist and page["writer"] == HUMAN}
        kept = learnt(verses, judged)
        lines = [tokenized(row["text"], self.tokens) for row in kept]
        rows = [
            row
            for name in self.models
            for row in scores(artist, name, self._model(name, self.artists[shard], lines), pages)
        ]
        rows.sort(key=lambda row: tuple(row[name] for name in STYLE_SCORES.key))
        return ShardOutput({STYLE_SCORES.name: STYLE_SCORES.build_rows(rows)}, {"held_out": len(verses) - len(kept)})

    def _model(self, name: str, artist: Artist, verses: Sequence[Lines]) -> StyleModel:
        kind = STYLE_MODELS[name]
        settings = None if kind.generator is None else self.generators[kind.generator]
        folder = Path(self.folder) / name / artist.artist_id
        try:
            return kind.train(Learnt(artist.name, verses, self.seed, folder, settings))
        except GhostwriterError as error:
            raise RecoverableError(f"items.models: {name}, {artist.name}: {error}") from error

    def _pages(self, shard: int, artist: str) -> list[Row]:
        rows = read_table(self.items_directory, self.items, "items", shard, _ITEM).to_pylist()
        return [row for row in rows if row["protocol"] == MATCH_STYLE and artist in row["authors"][1:]]


def learnt(verses: Sequence[Row], judged: set[str]) -> list[Row]:
    """The verses of an artist that a model is made from: none of the work or the cluster of a judged one."""
    out = [row for row in verses if row["verse_id"] in judged]
    works, clusters = {row["work_id"] for row in out}, {row["cluster"] for row in out}
    return [row for row in verses if row["work_id"] not in works and row["cluster"] not in clusters]


def scores(artist: str, name: str, model: StyleModel, pages: Sequence[Row]) -> list[Row]:
    """What a model says of the judged verse of each page.

    A model of more verses finds every verse more probable. So its mean log-probability of a verse counts beside the
    mean of that over the verses of other artists, or in their styles, which it meets on these pages.
    """
    verses: dict[str, tuple[str, Lines]] = {
        page["work_id"]: (page["authors"][0], as_written(page["texts"][0])) for page in pages
    }
    found = {verse: (of, model.probability(lines)) for verse, (of, lines) in verses.items()}
    means = {verse: each.log_probability / each.tokens for verse, (_, each) in found.items()}
    others = [means[verse] for verse, (of, _) in found.items() if of != artist]
    usual = fmean(others) if others else 0.0
    return [
        {
            "item": page["item"],
            "model": name,
            "artist": artist,
            "tokens": found[page["work_id"]][1].tokens,
            "log_probability": found[page["work_id"]][1].log_probability,
            "score": means[page["work_id"]] - usual,
        }
        for page in pages
    ]
