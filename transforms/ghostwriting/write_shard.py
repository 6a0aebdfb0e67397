"""Verses that one generator writes in the style of one artist."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from versebench.models.ghostwriters.contract import GeneratedVerse, GhostwriterError, GhostwriterSettings
from versebench.models.ghostwriters.registry import write_from_texts
from versebench.schemas.ghostwriting import GENERATED
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.names import Artist
from versebench.transforms.lyrics.tokenizers import TOKENIZERS, written
from versebench.transforms.mapping.failure import RecoverableError


@dataclass(frozen=True)
class WriteShard:
    """Shard i has the verses in the style of artist i; none if the artist was refused.

    ``folder`` is where the generator keeps what it has done, in a folder for each artist.
    """

    directory: str
    gathered: Manifest
    artists: tuple[Artist, ...]
    generator: GhostwriterSettings
    tokens: str
    seed: int
    folder: str

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``generated``. Counts: ``generated``, and ``ended/<how>``.

        Raises :class:`RecoverableError` if the generator cannot write for this artist.
        """
        artist = self.artists[shard]
        texts = read_table(self.directory, self.gathered, "verses", shard, ["text"]).column("text").to_pylist()
        split = TOKENIZERS[self.tokens]
        folder = Path(self.folder) / artist.artist_id
        try:
            verses = write_from_texts(self.generator, artist.name, texts, split, self.seed, folder) if texts else ()
            made = list(verses)
        except GhostwriterError as error:
            raise RecoverableError(f"{self.generator.generator}, {artist.name}: {error}") from error
        rows = sorted((_row(artist, verse) for verse in made), key=lambda row: (row["point"], row["number"]))
        ended = Counter(f"ended/{verse.ended}" for verse in made)
        return ShardOutput({"generated": GENERATED.build_rows(rows)}, {"generated": len(rows), **ended})


def _row(artist: Artist, verse: GeneratedVerse) -> dict[str, object]:
    lines = tuple(line for line in verse.lines if line)
    return {
        "artist_id": artist.artist_id,
        "generator": verse.generator,
        "point": verse.point_value,
        "number": verse.number,
        "text": written(lines),
        "tokens": sum(map(len, lines)),
        "lines": len(lines),
        "ended": verse.ended,
    }
