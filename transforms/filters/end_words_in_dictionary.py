"""A filter that requires every end word to be in the pronouncing dictionary."""

from typing import ClassVar, Literal

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


@filter_
class EndWordsInDictionary(Filter):
    """Refuses a poem with an end word that has no pronunciation, or only a guessed one."""

    title: ClassVar[str] = "End words in the dictionary"
    source: ClassVar[str] = "RANLP 2021, 4.1 (a)"
    filter: Literal["end_words_in_dictionary.v1"] = "end_words_in_dictionary.v1"

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reason: ``end_words_in_dictionary``, with the lines and words."""
        unknown = [
            f"line {line + 1}: {word or 'no word'}"
            for line, word in enumerate(stanza.end_words)
            if word is None or not stanza.sounds.has_entry(word)
        ]
        return Refusal("end_words_in_dictionary", "; ".join(unknown)) if unknown else None
