"""The distinct words of a shard's poems."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.schemas.lexicon import WORDS
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.mapping.processing_failed import processing_failed
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.text.keys import word_id

ReadPoem = tuple[str, str, str]
"""Language, form and text of a poem."""

_READ = ("language", "form", "text")


@dataclass(frozen=True)
class ListWords:
    """Lists the words of a shard's poems.

    Poems whose number of lines their form does not allow are skipped: no filter that needs sounds keeps them.
    """

    directory: str
    ingested: Manifest

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the table ``words``, with the count ``in`` of poems."""
        poems = read_table(self.directory, self.ingested, "poems", shard, _READ)
        counts = words_of(zip(*(poems.column(name).to_pylist() for name in _READ), strict=True))
        rows = sorted((word_id(*word), *word, count) for word, count in counts.items())
        listed = WORDS.build_rows([dict(zip(WORDS.schema.names, row, strict=True)) for row in rows])
        return ShardOutput({"words": listed}, {"in": len(poems)})


def words_of(poems: Iterable[ReadPoem]) -> Counter[tuple[str, str]]:
    """Returns how often each (language, word) occurs in the poems whose number of lines their form allows.

    The end word of a line counts even if a dash or dots join it to other words (art—still). If a text raises, none of
    its words is listed: a word that is missing here costs time only, and clean refuses the poem.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for language, form, text in poems:
        lines = [line for line in text.split("\n") if line]
        if len(lines) in FORMS[form].lines:
            try:
                words = _words_of_lines(lines, LANGUAGES[language])
            except Exception as error:
                processing_failed(error)
            else:
                counts.update((language, word) for word in words)
    return counts


def _words_of_lines(lines: Sequence[str], language: Language) -> list[str]:
    listed: list[str] = []
    for line in lines:
        words = language.words(line)
        listed += words
        if words and (end := language.last_word(words)) is not None and end != words[-1]:
            listed.append(end)
    return listed
