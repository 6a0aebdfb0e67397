"""The items about the verses of one artist, and about those in the artist's style."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from versebench.schemas.studies import ITEMS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.items import draw
from versebench.transforms.ghostwriting.items.draw import Row, Shown
from versebench.transforms.ghostwriting.items.settings import Items
from versebench.transforms.ghostwriting.names import Artist
from versebench.transforms.lyrics.tokenizers import tokenized, written

_VERSE = ["verse_id", "text", "tokens", "work_id", "cluster"]
_GENERATED = ["point", "number", "text", "tokens", "lines"]


@dataclass(frozen=True)
class ItemShard:
    """Shard i is artist i; it has no rows if the artist was refused. ``kept`` has the places of all others.

    ``written`` has the folder and the manifest of every generator's verses, and ``last_point`` where its last begin.
    """

    directory: str
    gathered: Manifest
    measured_directory: str
    measured: Manifest
    written: Mapping[str, tuple[str, Manifest]]
    artists: tuple[Artist, ...]
    kept: tuple[int, ...]
    last_point: Mapping[str, int]
    settings: Items
    tokens: str
    seed: int

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``items``. Counts: ``items/<protocol>``, ``verses_without_page`` and ``filled_places``."""
        if shard not in self.kept:
            return ShardOutput({ITEMS.name: ITEMS.empty()})
        own = self._own(shard)
        last = {name: self._generated(name, shard, {each.text_id: each for each in own}) for name in self.written}
        rows = [draw.rate_lines_item(verse) for verses in last.values() for verse in self._rated(verses)]
        counts: Counter[str] = Counter({f"items/{draw.RATE_LINES}": len(rows)})
        if self.settings.match_style:
            self._match_style(shard, own, last, rows, counts)
        return ShardOutput({ITEMS.name: ITEMS.build_rows(sorted(rows, key=lambda row: str(row["item"])))}, counts)

    def _match_style(
        self,
        shard: int,
        own: Sequence[Shown],
        last: Mapping[str, Sequence[Shown]],
        rows: list[Row],
        counts: Counter[str],
    ) -> None:
        settings, artist = self.settings, self.artists[shard].artist_id
        place = {self.artists[each].artist_id: each for each in self.kept}
        names = draw.rivals_of(artist, list(place), settings.pages, self.seed)
        rivals = {rival: self._own(place[rival]) for rival in names}
        for verses in (own, *last.values()):
            chosen = draw.first_ranked(verses, settings.match_style, self.seed, f"verses for {draw.MATCH_STYLE}")
            for number, verse in enumerate(chosen):
                pages = list(draw.style_items(verse, number, own, rivals, self.seed))
                rows += pages
                counts[f"items/{draw.MATCH_STYLE}"] += len(pages)
                counts["verses_without_page"] += not pages
                counts["filled_places"] += draw.filled_places(len(names)) if pages else 0

    def _rated(self, verses: Sequence[Shown]) -> list[Shown]:
        several = [verse for verse in verses if "\n" in verse.text]
        return draw.first_ranked(several, self.settings.rate_lines, self.seed, f"verses for {draw.RATE_LINES}")

    def _own(self, shard: int) -> list[Shown]:
        """The verses of an artist that are long enough, written as generators write: tokens in lower case."""
        artist = self.artists[shard]
        rows = read_table(self.directory, self.gathered, "verses", shard, _VERSE).to_pylist()
        return [
            Shown(
                row["verse_id"],
                artist.artist_id,
                artist.name,
                draw.HUMAN,
                written(tokenized(row["text"], self.tokens)),
                row["work_id"],
                row["cluster"],
            )
            for row in rows
            if row["tokens"] >= self.settings.fewest_tokens
        ]

    def _generated(self, generator: str, shard: int, own: Mapping[str, Shown]) -> list[Shown]:
        """The verses of a generator's last point, with the work and the cluster of the artist's nearest verse."""
        artist = self.artists[shard]
        nearest = self._nearest(generator, shard)
        made = []
        for row in read_table(*self.written[generator], "generated", shard, _GENERATED).to_pylist():
            if row["tokens"] and row["point"] >= self.last_point[generator]:
                key = row["point"], row["number"]
                near = own.get(nearest[key] or "")
                text_id = draw.generated_id(artist.artist_id, generator, *key)
                of_nearest = (None, None) if near is None else (near.work_id, near.cluster)
                made.append(Shown(text_id, artist.artist_id, artist.name, generator, row["text"], *of_nearest))
        return made

    def _nearest(self, generator: str, shard: int) -> dict[tuple[int, int], str | None]:
        names = ["generator", "point", "number", "nearest"]
        rows: list[dict[str, Any]] = read_table(
            self.measured_directory, self.measured, "measures", shard, names
        ).to_pylist()
        return {(row["point"], row["number"]): row["nearest"] for row in rows if row["generator"] == generator}
