"""The pronunciations of a range of the corpus's words."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from models.ear.contract import Ear
from models.ear.registry import load_ear
from schemas.lexicon import LEXICON, WORDS
from transforms.keys import shards_of
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table


@dataclass(frozen=True)
class PronounceWords:
    """The lexicon of one range of word ids: the words of all shards, each asked for once, in one batch."""

    directory: str
    listed: Manifest
    ear: str
    shards: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``words``, and ``silent`` words without a pronunciation."""
        parts = [self._part(source, shard) for source in range(self.listed.shards)]
        words = (
            pa.concat_tables([WORDS.empty(), *parts]).group_by(["word_id", "word"]).aggregate([("occurrences", "sum")])
        )
        lexicon = pronounce(words.sort_by("word_id"), load_ear(self.ear))
        silent = pc.sum(pc.is_null(lexicon.column("syllables"))).as_py() or 0
        return ShardOutput({"lexicon": lexicon}, {"words": len(lexicon), "silent": silent})

    def _part(self, source: int, shard: int) -> pa.Table:
        table = read_table(self.directory, self.listed, "words", source)
        mine = [place == shard for place in shards_of(table.column("word_id").to_pylist(), self.shards)]
        return table.filter(pa.array(mine, pa.bool_()))


def pronounce(words: pa.Table, ear: Ear) -> pa.Table:
    """The lexicon of some distinct words with columns ``word_id``, ``word`` and ``occurrences_sum``."""
    heard = ear.hear(words.column("word").to_pylist())
    return LEXICON.build(
        {
            "word_id": words.column("word_id"),
            "word": words.column("word"),
            "occurrences": words.column("occurrences_sum"),
            "pronunciations": [[" ".join(one.phones) for one in found] for found in heard],
            "origins": [[one.origin for one in found] for found in heard],
            "syllables": [found[0].syllables if found else None for found in heard],
        }
    )
