"""The pronunciations of a range of the corpus's words."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from models.ear.contract import GUESSES, Ear
from models.ear.registry import load_ear
from schemas.lexicon import LEXICON, WORDS
from transforms.keys import shards_of
from transforms.lexicon.syllables import COUNTERS, Counter
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table
from transforms.stanza import RememberingEar


@dataclass(frozen=True)
class PronounceWords:
    """The lexicon of one range of word ids: the words of all shards, each asked for once, in one batch."""

    directory: str
    listed: Manifest
    ear: str
    counter: str
    shards: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: distinct ``words``, those ``guessed`` and those ``silent``, and the same of all ``occurrences``."""
        parts = [self._part(source, shard) for source in range(self.listed.shards)]
        lexicon = pronounce(pa.concat_tables([WORDS.empty(), *parts]), load_ear(self.ear), COUNTERS[self.counter][1])
        return ShardOutput({"lexicon": lexicon}, lexicon_counts(lexicon))

    def _part(self, source: int, shard: int) -> pa.Table:
        table = read_table(self.directory, self.listed, "words", source)
        mine = [place == shard for place in shards_of(table.column("word_id").to_pylist(), self.shards)]
        return table.filter(pa.array(mine, pa.bool_()))


def pronounce(listed: pa.Table, ear: Ear, counter: Counter) -> pa.Table:
    """The lexicon of listed words, where several shards may have listed the same one."""
    words = listed.group_by(["word_id", "word"]).aggregate([("occurrences", "sum")]).sort_by("word_id")
    distinct = words.column("word").to_pylist()
    remembering = RememberingEar(ear, {})  # the counter asks for the same words
    heard = remembering.hear(distinct)
    return LEXICON.build(
        {
            "word_id": words.column("word_id"),
            "word": words.column("word"),
            "occurrences": words.column("occurrences_sum"),
            "pronunciations": [[" ".join(one.phones) for one in found] for found in heard],
            "origins": [[one.origin for one in found] for found in heard],
            "syllables": counter(distinct, remembering),
        }
    )


def lexicon_counts(lexicon: pa.Table) -> dict[str, int]:
    """How many words, and how many of their occurrences, were guessed at or have no pronunciation."""
    heard = pc.greater(pc.list_value_length(lexicon.column("pronunciations")), 0)
    said, silent = lexicon.filter(heard), lexicon.filter(pc.invert(heard))
    guessed = said.filter(pc.starts_with(pc.list_element(said.column("origins"), 0), GUESSES))
    kinds = {"words": lexicon, "guessed": guessed, "silent": silent}
    occurrences = {name: int(pc.sum(kind.column("occurrences")).as_py() or 0) for name, kind in kinds.items()}
    return {
        **{name: len(kind) for name, kind in kinds.items()},
        **{f"occurrences.{name}": count for name, count in occurrences.items()},
    }
