"""The committed lexicon as an ear: what stages listen with, so that no word is worked out twice."""

from collections.abc import Sequence
from functools import lru_cache

import pyarrow as pa

from models.ear.contract import Pronunciation
from transforms.shards.manifest import read_manifest, read_table


class LexiconEar:
    """Knows the words of one committed lexicon. Rows stay in Arrow and are decoded when they are asked for."""

    def __init__(self, name: str, lexicon: pa.Table) -> None:
        self._name = name
        self._rows = {word: row for row, word in enumerate(lexicon.column("word").to_pylist())}
        self._said = lexicon.column("pronunciations").combine_chunks()
        self._origins = lexicon.column("origins").combine_chunks()

    @property
    def name(self) -> str:
        """Id of the run that the lexicon is of."""
        return self._name

    def hear(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """What the lexicon holds. Raises ``KeyError`` for a word that it does not hold: a defect, and no refusal."""
        return [self._decode(self._rows[word]) for word in words]

    def _decode(self, row: int) -> tuple[Pronunciation, ...]:
        said, origins = self._said[row].as_py(), self._origins[row].as_py()
        return tuple(Pronunciation(tuple(one.split()), origin) for one, origin in zip(said, origins, strict=True))


@lru_cache(maxsize=1)
def load_lexicon(directory: str) -> LexiconEar:
    """The lexicon of a committed run, read once per process. Raises ``FileNotFoundError`` where it is gone."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise FileNotFoundError(f"{directory}: the lexicon is gone; run again")
    shards = [read_table(directory, manifest, "lexicon", shard) for shard in range(manifest.shards)]
    return LexiconEar(manifest.run_id, pa.concat_tables(shards))
