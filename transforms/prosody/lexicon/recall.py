"""Reading pronunciations from the committed lexicon, in the stages after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.pronunciation.contract import Pronouncer, Pronunciation
from versebench.models.pronunciation.own_words import NO_WORDS, OwnWords
from versebench.storage.manifest import Manifest, read_manifest, read_table
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.pronouncers import pronouncer_of
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory

SoundsByLanguage = Callable[[str], SoundMemory]
"""A function from the name of a language to the sounds of its words."""


@dataclass(frozen=True)
class Recall:
    """Locations of the words of the shards and of the lexicon, and the pronouncer for words outside the lexicon."""

    words_directory: str
    listed: Manifest
    lexicon_directory: str
    pronunciations: str
    counter: str
    rhymes: RhymeSettings
    own: OwnWords = NO_WORDS

    def pronouncer(self, language: Language) -> Pronouncer:
        """The pronouncer of words outside the lexicon, with the user's own words."""
        return pronouncer_of(language, self.pronunciations, self.own)

    def sounds(self, shard: int, language: str) -> SoundMemory:
        """A sound memory that already contains the words of a shard's poems in one language."""
        words = read_table(self.words_directory, self.listed, "words", shard).column("word_id")
        lexicon = _lexicon(self.lexicon_directory)
        return recall(lexicon.filter(pc.is_in(lexicon.column("word_id"), words.combine_chunks())), self, language)

    def sounds_by_language(self, shard: int) -> SoundsByLanguage:
        """The sound memory of each language; one that is not asked for is not made."""
        return cache(partial(self.sounds, shard))


def recall(lexicon: pa.Table, settings: Recall, language: str) -> SoundMemory:
    """A sound memory that contains the words of a lexicon in one language, and asks the pronouncer for any other."""
    lexicon = lexicon.filter(pc.equal(lexicon.column("language"), language))
    words, spoken = lexicon.column("word").to_pylist(), LANGUAGES[language]
    pronouncer = _RecallingPronouncer(settings.pronouncer(spoken), words, lexicon)
    sounds = SoundMemory(pronouncer, settings.rhymes, spoken.counter(settings.counter)[1], spoken)
    sounds.learn_syllables(words, lexicon.column("syllables").to_pylist())
    return sounds


class _RecallingPronouncer:
    """A pronouncer that reads a lexicon, and asks another one for the words that are not in it.

    A row is decoded on request: cleaning asks for the syllables of all words, and for the sound of few.
    """

    def __init__(self, pronouncer: Pronouncer, words: Sequence[str], lexicon: pa.Table) -> None:
        self._pronouncer = pronouncer
        self._rows = {word: row for row, word in enumerate(words)}
        self._said, self._origins = (lexicon.column(name).combine_chunks() for name in ("pronunciations", "origins"))

    @property
    def name(self) -> str:
        """The name of the other pronouncer, which the lexicon was made with."""
        return self._pronouncer.name

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """All pronunciations of each word."""
        missing = [word for word in words if word not in self._rows]
        pronounced = dict(zip(missing, self._pronouncer.pronounce(missing), strict=True)) if missing else {}
        return [pronounced[word] if word in pronounced else self._recalled(self._rows[word]) for word in words]

    def _recalled(self, row: int) -> tuple[Pronunciation, ...]:
        said, origins = self._said[row].as_py(), self._origins[row].as_py()
        return tuple(Pronunciation(tuple(phones.split()), origin) for phones, origin in zip(said, origins, strict=True))


@lru_cache(maxsize=1)
def _lexicon(directory: str) -> pa.Table:
    """The lexicon of a committed run, read once per process. Raises ``FileNotFoundError`` if it was deleted."""
    manifest = read_manifest(directory)
    if manifest is None:
        raise FileNotFoundError(f"{directory}: the lexicon is missing; run again to make it")
    return pa.concat_tables(read_table(directory, manifest, "lexicon", shard) for shard in range(manifest.shards))
