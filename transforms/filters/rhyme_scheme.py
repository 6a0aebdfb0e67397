"""The rhyme scheme of the form, verified."""

from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.stanza import Stanza


@filter_
class RhymeScheme(Filter):
    """Refuses a poem unless every two lines of a rhyme group rhyme perfectly or end on the same word.

    Each two lines are compared under any of their pronunciations, so that one word may be heard in two ways.
    """

    title: ClassVar[str] = "Rhyme scheme"
    source: ClassVar[str] = "RANLP 2021, 4.1; JCLS 2022, 2.5"
    filter: Literal["rhyme_scheme.v1"] = "rhyme_scheme.v1"
    groups_differ: bool = Field(
        default=False,
        description="Whether lines of different groups must not rhyme, so that AAAAA is refused as AABBA.",
    )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """``rhyme_scheme.wrong_length``, ``.no_pronunciation``, ``.no_rhyme`` or ``.groups_rhyme``, with the words."""
        if len(stanza.lines) != len(stanza.form.scheme):
            return Refusal("rhyme_scheme.wrong_length", f"{len(stanza.lines)} lines for {stanza.form.scheme}")
        for line, word in enumerate(stanza.end_words):
            if not stanza.pronunciations(line):
                return Refusal("rhyme_scheme.no_pronunciation", f"line {line + 1}: {word or 'no word'}")
        words, parts = stanza.end_words, [stanza.rhyming_parts(line) for line in range(len(stanza.lines))]
        for one, other in stanza.form.rhyming_lines:
            if words[one] != words[other] and parts[one].isdisjoint(parts[other]):
                return Refusal("rhyme_scheme.no_rhyme", self._words(stanza, one, other))
        return self._groups_rhyme(stanza) if self.groups_differ else None

    def _groups_rhyme(self, stanza: Stanza) -> Refusal | None:
        first_lines = [stanza.form.scheme.index(letter) for letter in sorted(set(stanza.form.scheme))]
        for place, one in enumerate(first_lines):
            for other in first_lines[place + 1 :]:
                if self._rhyme(stanza, one, other):
                    return Refusal("rhyme_scheme.groups_rhyme", self._words(stanza, one, other))
        return None

    @staticmethod
    def _rhyme(stanza: Stanza, one: int, other: int) -> bool:
        if stanza.end_words[one] == stanza.end_words[other]:
            return True
        return not stanza.rhyming_parts(one).isdisjoint(stanza.rhyming_parts(other))

    @staticmethod
    def _words(stanza: Stanza, one: int, other: int) -> str:
        return f"lines {one + 1} and {other + 1}: {stanza.end_words[one]} / {stanza.end_words[other]}"
