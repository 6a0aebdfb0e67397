"""Which lines of a generator are accepted as the last line of a poem (JCLS 2022, 3.5.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from versebench.models.generators.contract import Hypothesis
from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.classify import full_rhyme, licensed_rhyme
from versebench.transforms.prosody.rhymes.scheme import LineEnd, SchemeFinder
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.tasks.completions.cleaned import cleaned
from versebench.transforms.tasks.completions.complete_line import rhyming_lines
from versebench.transforms.text.words import spelt_alike

_FINAL = re.compile(r"""(?:(?<![.…])\.|[!?])["'”’»)\]}]*$""")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A line, cleaned, and its end word."""

    line: str
    end_word: str


@dataclass(frozen=True)
class Place:
    """Where a line is to stand: the ends of the lines that it must rhyme with, and what it may not exceed or repeat."""

    finder: SchemeFinder
    ends: tuple[LineEnd, ...]
    most_tokens: int
    repeated_end_word: bool

    def verdicts(self, hypotheses: Sequence[Hypothesis]) -> list[Accepted | str]:
        """Each hypothesis as the line that it makes, or the first reason that applies.

        Reasons: ``too_many_tokens``; ``no_end_word``; ``no_final_mark``: a line ends on . ! or ?, then closing quotes
        or brackets, and dots of omission are no such mark; ``repeated_end_word``; ``no_rhyme_known``: the end word is
        not in the dictionary; ``no_rhyme``.
        """
        by_text = self._by_text(list(dict.fromkeys(one.text for one in hypotheses)))
        return ["too_many_tokens" if len(one.token_ids) > self.most_tokens else by_text[one.text] for one in hypotheses]

    @cached_property
    def _taken(self) -> frozenset[str]:
        """End words that may not be said again."""
        return frozenset() if self.repeated_end_word else frozenset(spelt_alike(end.word) for end in self.ends)

    def _by_text(self, texts: Sequence[str]) -> dict[str, Accepted | str]:
        lines = [cleaned(text) for text in texts]
        verdicts: dict[str, Accepted | str | None] = {line: _unfinished(line) for line in lines}
        finished = [line for line, reason in verdicts.items() if reason is None]
        ends = dict(zip(finished, self.finder.line_ends(finished), strict=True))
        refused = {end: self._refused(end) for end in dict.fromkeys(ends.values())}
        verdicts |= {line: refused[end] or Accepted(line, end.word) for line, end in ends.items()}
        return {text: verdict for text, line in zip(texts, lines, strict=True) if (verdict := verdicts[line])}

    def _refused(self, end: LineEnd) -> str | None:
        if spelt_alike(end.word) in self._taken:
            return "repeated_end_word"
        if not end.alone.endings:
            return "no_rhyme_known"
        return None if all(rhyme_in_full(other, end) for other in self.ends) else "no_rhyme"


def last_place(poem: AnnotatedPoem, finder: SchemeFinder, most_tokens: int, *, repeated_end_word: bool) -> Place:
    """That of a poem's last line."""
    lines = [poem.line_text(line) for line in rhyming_lines(poem)]
    return Place(finder, tuple(finder.line_ends(lines)), most_tokens, repeated_end_word)


def dictionary_finder(pronouncer: Pronouncer, settings: RhymeSettings) -> SchemeFinder:
    """A finder for which a guess is no sound: what a generator makes up must not rhyme by what another model makes of
    it.

    JCLS 2022, 3.5, looks rhymes up in a dictionary, and the lines to be rhymed with are in it by eligibility. The ear
    for verse is not even asked to guess, which would cost more than all the rest of a completion.
    """
    unguessing = (
        VersePronouncer(lambda words: [()] * len(words)) if isinstance(pronouncer, VersePronouncer) else pronouncer
    )
    return SchemeFinder(unguessing, replace(settings, guesses=False))


def rhyme_in_full(one: LineEnd, other: LineEnd) -> bool:
    """Whether two ends make a perfect, identical or mosaic rhyme: what ``rhyme_scheme.v2`` asks of a poem.

    The same as ``SchemeFinder.rhyme_of_ends(one, other).rhymes``, without the search for the nearest slant rhyme of
    those that make none.
    """
    if SchemeFinder.agree(one, other):
        return True
    return full_rhyme(one.alone, other.alone) is not None or licensed_rhyme(one.alone, other.alone) is not None


def _unfinished(line: str) -> str | None:
    if _WORD.search(line) is None:
        return "no_end_word"
    return None if _FINAL.search(line) else "no_final_mark"
