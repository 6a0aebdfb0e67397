"""A filter that verifies the rhyme scheme of the form, by perfect rhymes."""

from functools import partial
from itertools import combinations
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.registry import filter_
from versebench.transforms.filters.wrong_length import wrong_length
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.rhymes.choice import unrhymed_lines
from versebench.transforms.prosody.rhymes.groups import is_rhymed, pairs_of_lines, rhymed_lines
from versebench.transforms.prosody.stanza import Stanza

_NO_PRONUNCIATION = "rhyme_scheme.no_pronunciation"
_NO_RHYME = "rhyme_scheme.no_rhyme"


@filter_
class RhymeScheme(Filter):
    """Refuses a poem unless every two lines of a rhyme group rhyme perfectly or end on the same word.

    Two lines rhyme if they rhyme under any of their pronunciations, so that one word may count with several. If a form
    has several schemes, one of them must fit; the detail describes the faults against the scheme that fits best.
    """

    title: ClassVar[str] = "Rhyme scheme"
    source: ClassVar[str] = "RANLP 2021, 4.1; JCLS 2022, 2.5"
    counts_lines: ClassVar[bool] = True
    language: ClassVar[str] = "english"
    filter: Literal["rhyme_scheme.v1"] = "rhyme_scheme.v1"
    groups_differ: bool = Field(
        default=False,
        description="Whether lines of different groups must not rhyme, so that AAAAA is refused as AABBA.",
    )

    def refuse(self, stanza: Stanza) -> Refusal | None:
        """Reasons: ``rhyme_scheme.wrong_length``, ``.no_pronunciation``, ``.no_rhyme`` or ``.groups_rhyme``.

        The detail names the lines and their end words.
        """
        if problem := wrong_length(stanza):
            return Refusal("rhyme_scheme.wrong_length", problem)
        refusals = [(scheme, self._refuse_as(scheme, stanza)) for scheme in stanza.form.schemes_of(len(stanza.lines))]
        faults = [(scheme, refusal) for scheme, refusal in refusals if refusal is not None]
        if len(faults) < len(refusals) or not faults:
            return None
        if len(faults) == 1:
            return faults[0][1]
        return min(faults, key=lambda fault: self._lines_off(fault[0], fault[1], stanza))[1]

    def _refuse_as(self, scheme: str, stanza: Stanza) -> Refusal | None:
        """The first fault against a scheme."""
        rhymed = rhymed_lines(scheme)
        for line in rhymed:
            if not stanza.pronunciations(line):
                word = stanza.end_words[line] or "no word"
                return Refusal(_NO_PRONUNCIATION, f"line {line + 1}: {word}")
        words, parts = stanza.end_words, [stanza.rhyming_parts(line) for line in range(len(scheme))]
        for first, second in pairs_of_lines(scheme, rhymed):
            if words[first] != words[second] and parts[first].isdisjoint(parts[second]):
                return Refusal(_NO_RHYME, self._detail(stanza, first, second, "do not rhyme"))
        return self._groups_rhyme(scheme, stanza) if self.groups_differ else None

    def _lines_off(self, scheme: str, refusal: Refusal, stanza: Stanza) -> int:
        """The number of lines that lack a rhyme that a scheme requires; all if a pronunciation is missing."""
        if refusal.reason == _NO_PRONUNCIATION:
            return len(rhymed_lines(scheme))
        return unrhymed_lines(scheme, partial(self._rhyme, stanza)) if refusal.reason == _NO_RHYME else 1

    def _groups_rhyme(self, scheme: str, stanza: Stanza) -> Refusal | None:
        first_lines = [scheme.index(letter) for letter in sorted(set(scheme)) if is_rhymed(letter)]
        for first, second in combinations(first_lines, 2):
            if self._rhyme(stanza, first, second):
                problem = "rhyme, but belong to different groups"
                return Refusal("rhyme_scheme.groups_rhyme", self._detail(stanza, first, second, problem))
        return None

    @staticmethod
    def _rhyme(stanza: Stanza, first: int, second: int) -> bool:
        if stanza.end_words[first] == stanza.end_words[second]:
            return True
        return not stanza.rhyming_parts(first).isdisjoint(stanza.rhyming_parts(second))

    @staticmethod
    def _detail(stanza: Stanza, first: int, second: int, problem: str) -> str:
        words = f"{stanza.end_words[first]} / {stanza.end_words[second]}"
        return f"lines {first + 1} and {second + 1} {problem}: {words}"
