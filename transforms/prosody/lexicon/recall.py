"""The committed lexicon, as the stages after it hear with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.storage.manifest import Manifest, read_manifest, read_table
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.stanza import Hearing


@dataclass(frozen=True)
class Recall:
    """Where the words of the shards and the lexicon are, and what would be asked for a word that is not in it."""

    words_directory: str
    listed: Manifest
    lexicon_directory: str
    pronunciations: str
    counter: str
    rhymes: RhymeSettings

    def hearing(self, shard: int, language: str = ENGLISH.name) -> Hearing:
        """A hearing that knows the words of one language of a shard's poems already."""
        words = read_table(self.words_directory, self.listed, "words", shard).column("word_id")
        lexicon = _lexicon(self.lexicon_directory)
        return recall(lexicon.filter(pc.is_in(lexicon.column("word_id"), words.combine_chunks())), self, language)


def recall(lexicon: pa.Table, settings: Recall, language: str = ENGLISH.name) -> Hearing:
    """A hearing that knows the words of one language of a lexicon, and asks the same ear for any other."""
    lexicon = lexicon.filter(pc.equal(lexicon.column("language"), language))
    words, spoken = lexicon.column("word").to_pylist(), LANGUAGES[language]
    pronouncer = _RecallingPronouncer(spoken.pronouncer(settings.pronunciations), words, lexicon)
    hearing = Hearing(pronouncer, settings.rhymes, spoken.counter(settings.counter)[1], spoken)
    hearing.learn_syllables(words, lexicon.column("syllables").to_pylist())
    return hearing


class _RecallingPronouncer:
    """An ear that reads in a lexicon, and asks another for the words that are not there.

    A row is decoded when it is asked for: cleaning asks for the syllables of all words, and for the sound of few.
    """

    def __init__(self, pronouncer: Pronouncer, words: Sequence[str], lexicon: pa.Table) -> None:
        self._pronouncer = pronouncer
        self._rows = {word: row for row, word in enumerate(words)}
        self._said, self._origins = (lexicon.column(name).combine_chunks() for name in ("pronunciations", "origins"))

    @property
    def name(self) -> str:
        """That of the other ear, which said what stands in the lexicon."""
        return self._pronouncer.name

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word."""
        others = [word for word in words if word not in self._rows]
        heard = dict(zip(others, self._pronouncer.pronounce(others), strict=True)) if others else {}
        return [heard[word] if word in heard else self._recalled(self._rows[word]) for word in words]

    def _recalled(self, row: int) -> tuple[Pronunciation, ...]:
        said, origins = self._said[row].as_py(), self._origins[row].as_py()
        return tuple(Pronunciation(tuple(phones.split()), origin) for phones, origin in zip(said, origins, strict=True))


@lru_cache(maxsize=1)
def _lexicon(directory: str) -> pa.Table:
    """The lexicon of a committed run, once per process. Raises ``FileNotFoundError`` where it is gone."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise FileNotFoundError(f"{directory}: the lexicon is gone; run again")
    return pa.concat_tables(read_table(directory, manifest, "lexicon", shard) for shard in range(manifest.shards))
