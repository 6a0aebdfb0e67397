"""The committed lexicon, as the stages after it hear with it."""

from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa
import pyarrow.compute as pc

from models.ear.contract import Pronunciation
from models.ear.registry import load_ear
from transforms.lexicon.syllables import COUNTERS
from transforms.rhymes.settings import RhymeSettings
from transforms.shards.manifest import Manifest, read_manifest, read_table
from transforms.stanza import Hearing


@dataclass(frozen=True)
class Recall:
    """Where the words of the shards and the lexicon are, and what would be asked for a word that is not in it."""

    words_directory: str
    listed: Manifest
    lexicon_directory: str
    ear: str
    counter: str
    rhymes: RhymeSettings

    def hearing(self, shard: int) -> Hearing:
        """A hearing that knows the words of a shard's poems already."""
        words = read_table(self.words_directory, self.listed, "words", shard).column("word_id")
        lexicon = _lexicon(self.lexicon_directory)
        return recall(lexicon.filter(pc.is_in(lexicon.column("word_id"), words.combine_chunks())), self)


def recall(lexicon: pa.Table, settings: Recall) -> Hearing:
    """A hearing that knows the words of a lexicon, and asks the same ear for any other."""
    hearing = Hearing(load_ear(settings.ear), settings.rhymes, COUNTERS[settings.counter][1])
    columns = (lexicon.column(name).to_pylist() for name in ("word", "pronunciations", "origins", "syllables"))
    for word, said, origins, syllables in zip(*columns, strict=True):
        heard = (Pronunciation(tuple(phones.split()), origin) for phones, origin in zip(said, origins, strict=True))
        hearing.learn(word, tuple(heard), syllables)
    return hearing


@lru_cache(maxsize=1)
def _lexicon(directory: str) -> pa.Table:
    """The lexicon of a committed run, once per process. Raises ``FileNotFoundError`` where it is gone."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise FileNotFoundError(f"{directory}: the lexicon is gone; run again")
    return pa.concat_tables(read_table(directory, manifest, "lexicon", shard) for shard in range(manifest.shards))
