"""Which lines of a generator are accepted as the last line of a poem (JCLS 2022, 3.5.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from versebench.models.generators.contract import Hypothesis
from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.pronunciation.verse_second import SecondVersePronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.classify import full_rhyme, licensed_rhyme
from versebench.transforms.prosody.rhymes.scheme import LineEnd, SchemeFinder
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.tasks.completions.cleaned import cleaned
from versebench.transforms.tasks.completions.complete_line import rhyming_lines
from versebench.transforms.tasks.completions.well_formed import placed_line
from versebench.transforms.text.words import spelt_alike

ACCEPTANCE = "accept-lines.v1"
"""The name of the rules of this module; those of well-formed lines have a name of their own."""

_FINAL = re.compile(r"""(?:(?<![.…])\.|[!?])["'”’»)\]}]*$""")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A line, cleaned, and its end word."""

    line: str
    end_word: str


@dataclass(frozen=True)
class Place:
    """The place of a new line: the ends of the lines that it must rhyme with, its greatest length, and whether it may
    repeat an end word.

    ``before`` is the text before it, if it must be well formed there: then words that differ in a hyphen count as one.
    """

    finder: SchemeFinder
    ends: tuple[LineEnd, ...]
    most_tokens: int
    repeated_end_word: bool
    before: str | None = None

    def verdicts(self, hypotheses: Sequence[Hypothesis]) -> list[Accepted | str]:
        """Returns, for each hypothesis, its line, or the first reason that applies.

        Reasons: ``too_many_tokens``; ``no_end_word``; ``no_final_mark`` (a line must end on . ! or ? and then closing
        quotes or brackets; dots of omission do not count); ``repeated_end_word``; ``no_rhyme_known`` (the end word is
        not in the dictionary); ``no_rhyme``; and, of a line that must be well formed, the faults of
        :func:`versebench.transforms.tasks.completions.well_formed.placed_line`.
        """
        by_text = self._by_text(list(dict.fromkeys(hypothesis.text for hypothesis in hypotheses)))
        return [
            "too_many_tokens" if len(hypothesis.token_ids) > self.most_tokens else by_text[hypothesis.text]
            for hypothesis in hypotheses
        ]

    @cached_property
    def _taken(self) -> frozenset[str]:
        """The end words that must not be repeated."""
        return frozenset() if self.repeated_end_word else frozenset(self._spelt(end.word) for end in self.ends)

    def _spelt(self, word: str) -> str:
        spelt = spelt_alike(word)
        return spelt if self.before is None else spelt.replace("-", "")

    def _by_text(self, texts: Sequence[str]) -> dict[str, Accepted | str]:
        lines = [cleaned(text) for text in texts]
        verdicts: dict[str, Accepted | str | None] = {line: _unfinished(line) for line in lines}
        finished = [line for line, reason in verdicts.items() if reason is None]
        ends = dict(zip(finished, self.finder.line_ends(finished), strict=True))
        refused = {end: self._refused(end) for end in dict.fromkeys(ends.values())}
        verdicts |= {line: refused[end] or self._formed(line, end.word) for line, end in ends.items()}
        return {text: verdict for text, line in zip(texts, lines, strict=True) if (verdict := verdicts[line])}

    def _formed(self, line: str, end_word: str) -> Accepted | str:
        if self.before is None:
            return Accepted(line, end_word)
        placed = placed_line(self.before, line)
        return placed.fault or Accepted(placed.line, end_word)

    def _refused(self, end: LineEnd) -> str | None:
        if self._spelt(end.word) in self._taken:
            return "repeated_end_word"
        if not end.alone.endings:
            return "no_rhyme_known"
        return None if all(rhyme_in_full(other, end) for other in self.ends) else "no_rhyme"


def last_place(
    poem: AnnotatedPoem, finder: SchemeFinder, most_tokens: int, *, repeated_end_word: bool, well_formed: bool = False
) -> Place:
    """The place of a poem's last line."""
    lines = [poem.line_text(line) for line in rhyming_lines(poem)]
    before = poem.text[: poem.lines[-1][0]] if well_formed else None
    return Place(finder, tuple(finder.line_ends(lines)), most_tokens, repeated_end_word, before)


def dictionary_finder(pronouncer: Pronouncer, settings: RhymeSettings) -> SchemeFinder:
    """Returns a finder that ignores guesses: a word that a generator invents must not rhyme by the guess of a model.

    JCLS 2022, 3.5, looks rhymes up in a dictionary, and eligibility requires the lines to rhyme with to be in it. The
    verse pronouncer is not even asked to guess, which would cost more than the rest of a completion.
    """
    unguessing = pronouncer
    if isinstance(pronouncer, VersePronouncer | SecondVersePronouncer):
        unguessing = type(pronouncer)(lambda words: [()] * len(words))
    return SchemeFinder(unguessing, replace(settings, guesses=False))


def rhyme_in_full(first: LineEnd, second: LineEnd) -> bool:
    """Whether two ends make a perfect, identical or mosaic rhyme, as ``rhyme_scheme.v2`` requires.

    Equal to ``SchemeFinder.rhyme_of_ends(first, second).rhymes``, but without a search for the nearest slant rhyme.
    """
    if SchemeFinder.agree(first, second):
        return True
    return full_rhyme(first.alone, second.alone) is not None or licensed_rhyme(first.alone, second.alone) is not None


def _unfinished(line: str) -> str | None:
    if _WORD.search(line) is None:
        return "no_end_word"
    return None if _FINAL.search(line) else "no_final_mark"
