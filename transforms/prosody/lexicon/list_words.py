"""The distinct words of a shard's poems."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.schemas.lexicon import WORDS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.text.keys import hash_id
from versebench.transforms.text.words import last_word
from versebench.transforms.text.words import words as words_of_line


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

    The end word of a line is one of them even where a dash or dots join it to others (art—still). Of a text that raises
    no word is listed: a word that is missing here costs time, and clean refuses the poem.
    """
    counts: Counter[str] = Counter()
    for text in texts:
        kept = [line for line in text.split("\n") if line]
        if len(kept) == lines:
            try:
                counts.update(_words_of_lines(kept))
            except Exception as error:
                processing_failed(error)
    return counts


def _words_of_lines(lines: Sequence[str]) -> list[str]:
    words: list[str] = []
    for line in lines:
        found = words_of_line(line)
        words += found
        if found and (end := last_word(found[-1])) != found[-1]:
            words.append(end)
    return words
