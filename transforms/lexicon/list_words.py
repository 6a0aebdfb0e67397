"""The distinct words of a shard's poems."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from schemas.lexicon import WORDS
from transforms.forms.registry import FORMS
from transforms.keys import hash_id
from transforms.shards.commit import ShardOutput
from transforms.shards.manifest import Manifest, read_table
from transforms.words import last_piece, tokens


@dataclass(frozen=True)
class ListWords:
    """The words of the poems that have the form's number of lines: no filter of sound keeps another."""

    directory: str
    ingested: Manifest
    form: str

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``in`` poems."""
        texts = read_table(self.directory, self.ingested, "poems", shard).column("text").to_pylist()
        counts = words_of(texts, len(FORMS[self.form].scheme))
        rows = sorted((hash_id("word", word), word, count) for word, count in counts.items())
        ids, words, occurrences = zip(*rows, strict=True) if rows else ((), (), ())
        listed = WORDS.build({"word_id": ids, "word": words, "occurrences": occurrences})
        return ShardOutput({"words": listed}, {"in": len(texts)})


def words_of(texts: Iterable[str], lines: int) -> Counter[str]:
    """The words of the texts with so many lines, blank ones apart, and how often each occurs.

    The end word of a line is one of them even where a dash or dots join it to others (art—still).
    """
    counts: Counter[str] = Counter()
    for text in texts:
        kept = [line for line in text.split("\n") if line]
        if len(kept) == lines:
            for line in kept:
                counts.update(_words_of_line(line))
    return counts


def _words_of_line(line: str) -> list[str]:
    spans = [(token.word_start, token.word_end) for token in tokens(line)]
    if spans and (end := last_piece(line, *spans[-1])) != spans[-1]:
        spans.append(end)
    return [line[start:end] for start, end in spans]
