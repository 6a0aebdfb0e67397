"""The distinct words of a shard's poems."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from schemas.lexicon import WORDS
from transforms.keys import hash_id
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table
from transforms.words import end_word, tokens


@dataclass(frozen=True)
class ListWords:
    """The words of the poems that have the form's number of lines: no filter of sound can keep any other."""

    directory: str
    ingested: Manifest
    lines: int

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: none."""
        texts = read_table(self.directory, self.ingested, "poems", shard).column("text").to_pylist()
        rows = sorted((hash_id("word", word), word, count) for word, count in words_of(texts, self.lines).items())
        columns = zip(*rows, strict=True) if rows else ([], [], [])
        return ShardOutput({"words": WORDS.build(dict(zip(WORDS.schema.names, map(list, columns), strict=True)))})


def words_of(texts: Iterable[str], lines: int) -> Counter[str]:
    """Words of the texts of so many lines, with their occurrences; end words of joined tokens are words too."""
    counts: Counter[str] = Counter()
    for text in texts:
        kept = [line for line in text.split("\n") if line]
        if len(kept) != lines:
            continue
        for line in kept:
            words = [line[token.word_start : token.word_end] for token in tokens(line)]
            counts.update(words)
            if (last := end_word(line)) is not None and last != words[-1]:
                counts[last] += 1
    return counts
