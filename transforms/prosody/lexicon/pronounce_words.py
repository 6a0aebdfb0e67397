"""The pronunciations of a range of the corpus's words."""

from bisect import bisect_left
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.pronunciation.contract import GUESSES, Pronouncer
from versebench.models.pronunciation.own_words import NO_WORDS, OwnWords
from versebench.schemas.lexicon import LEXICON, WORDS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.prosody.languages.contract import Counter
from versebench.transforms.prosody.languages.pronouncers import pronouncer_of
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.stanza import RememberingPronouncer
from versebench.transforms.text.keys import shard_of


@dataclass(frozen=True)
class PronounceWords:
    """Makes the lexicon of one range of word ids: each distinct word of all shards is pronounced once, in one batch.

    ``pronunciations`` and ``counter`` are the values of the recipe's keys ``ear.pronunciations`` and
    ``ear.syllables``, and ``own`` the entries of ``ear.lexicon``.
    """

    directory: str
    listed: Manifest
    pronunciations: str
    counter: str
    shards: int
    own: OwnWords = NO_WORDS

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``lexicon``.

        Counts: distinct ``words``, of these ``guessed`` and ``silent`` ones, and the same for all ``occurrences``.
        """
        parts = [self._part(source, shard) for source in range(self.listed.shards)]
        listed = pa.concat_tables([WORDS.empty(), *parts])
        names = sorted(set(listed.column("language").to_pylist()))
        tables = [self._of_language(name, listed.filter(pc.equal(listed.column("language"), name))) for name in names]
        lexicon = pa.concat_tables([LEXICON.empty(), *tables]).sort_by("word_id")
        return ShardOutput({"lexicon": lexicon}, lexicon_counts(lexicon))

    def _of_language(self, name: str, listed: pa.Table) -> pa.Table:
        language = LANGUAGES[name]
        pronouncer = pronouncer_of(language, self.pronunciations, self.own)
        return pronounce(listed, pronouncer, language.counter(self.counter)[1])

    def _part(self, source: int, shard: int) -> pa.Table:
        """The words of one list that belong to a range: a run of rows, as the list is sorted."""
        table = read_table(self.directory, self.listed, "words", source)
        ids = table.column("word_id")

        def first_of(place: int) -> int:
            return bisect_left(range(len(ids)), place, key=lambda row: shard_of(ids[row].as_py(), self.shards))

        mine = range(first_of(shard), first_of(shard + 1))
        return table.take(pa.array(mine, pa.int64()))  # a slice would keep the whole list in memory


def pronounce(listed: pa.Table, pronouncer: Pronouncer, counter: Counter) -> pa.Table:
    """Returns the lexicon of words of one language, which several shards may have listed.

    A word is left out if the pronouncer or the counter raises on it: the poems that contain it ask again, and only
    they are refused.
    """
    try:
        return _pronounce(listed, pronouncer, counter)
    except Exception as error:
        processing_failed(error)
    words = dict.fromkeys(listed.column("word").to_pylist())
    pronounceable = pa.array([word for word in words if _can_be_pronounced(word, pronouncer, counter)], pa.string())
    return _pronounce(listed.filter(pc.is_in(listed.column("word"), pronounceable)), pronouncer, counter)


def _can_be_pronounced(word: str, pronouncer: Pronouncer, counter: Counter) -> bool:
    try:
        pronouncer.pronounce([word])
        counter([word], pronouncer)
    except Exception as error:
        processing_failed(error)
        return False
    return True


def _pronounce(listed: pa.Table, pronouncer: Pronouncer, counter: Counter) -> pa.Table:
    words = listed.group_by(["word_id", "language", "word"]).aggregate([("occurrences", "sum")]).sort_by("word_id")
    distinct = words.column("word").to_pylist()
    remembering = RememberingPronouncer(pronouncer, {})  # the counter asks for the same words
    pronunciations = remembering.pronounce(distinct)
    return LEXICON.build(
        {
            "word_id": words.column("word_id"),
            "language": words.column("language"),
            "word": words.column("word"),
            "occurrences": words.column("occurrences_sum"),
            "pronunciations": [[" ".join(variant.phones) for variant in of_word] for of_word in pronunciations],
            "origins": [[variant.origin for variant in of_word] for of_word in pronunciations],
            "syllables": counter(distinct, remembering),
        }
    )


def lexicon_counts(lexicon: pa.Table) -> dict[str, int]:
    """The number of words, and of those whose pronunciation is a guess or missing, with their occurrences."""
    has_pronunciation = pc.greater(pc.list_value_length(lexicon.column("pronunciations")), 0)
    spoken, silent = lexicon.filter(has_pronunciation), lexicon.filter(pc.invert(has_pronunciation))
    guessed = spoken.filter(pc.starts_with(pc.list_element(spoken.column("origins"), 0), GUESSES))
    kinds = {"words": lexicon, "guessed": guessed, "silent": silent}
    occurrences = {name: int(pc.sum(kind.column("occurrences")).as_py() or 0) for name, kind in kinds.items()}
    return {
        **{name: len(kind) for name, kind in kinds.items()},
        **{f"occurrences.{name}": count for name, count in occurrences.items()},
    }
