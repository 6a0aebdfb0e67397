"""Rules that select which words of a thesaurus entry can replace a word, the same for every thesaurus.

- A candidate is one word of at least two letters: letters, with hyphens or apostrophes between them, and a vowel letter
  somewhere. So no multi-word expressions, numbers, symbols, and (nearly) no abbreviations.
- Capitals. A sense that the thesaurus spells with capitals counts only if the word is written with a capital, and for a
  proper noun (PROPN) only such senses count: a Rose is no flower. Only such senses offer candidates with capitals.
- Never the word itself: not its inflections, nor its spelling with or without hyphens and apostrophes. Variants of a
  spelling (grey and gray) do pass: they sound alike, so whoever asks for words that do not rhyme loses them there.
- A candidate stands in the form of the word (`inflection`); capitalised senses only know the base form.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from versebench.models.thesaurus.contract import Candidate
from versebench.models.thesaurus.inflection import BASE, Reading, inflect, lemmas_of

LONGEST_WORD = 64
_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = re.compile(f"[{_LETTERS}]+(?:(?:'-|['-])[{_LETTERS}]+)*")
_VOWEL = re.compile("[aeiouyà-ɏ]", re.IGNORECASE)
_JOINS = re.compile("['-]")


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of an entry: the thesaurus's spelling of the word, and the words that it offers."""

    spelling: str
    name: str
    words: tuple[str, ...]
    origin: str


def spell(word: str) -> str | None:
    """Return the word as thesauri spell it, with straight apostrophes; None if no English thesaurus can have it."""
    straight = word.strip().replace("’", "'")
    return straight if len(straight) <= LONGEST_WORD and _WORD.fullmatch(straight) else None


def is_name(spelling: str) -> bool:
    """Return whether a spelling has a capital letter."""
    return spelling != spelling.lower()


def admits(word: str, upos: str, spelling: str) -> bool:
    """Return whether a sense with this spelling counts for the word (already normalised by `spell`)."""
    return word[0].isupper() if is_name(spelling) else upos != "PROPN"


def offers(sense: str, candidate: str) -> bool:
    """Return whether a sense spelled like ``sense`` can offer the candidate at all."""
    plain = len(candidate) > 1 and bool(_WORD.fullmatch(candidate)) and bool(_VOWEL.search(candidate))
    return plain and not _same_letters(sense, candidate) and (is_name(sense) or not is_name(candidate))


def choose(word: str, upos: str, senses: Iterable[tuple[Reading, Sense]]) -> tuple[Candidate, ...]:
    """Return the candidates from the senses of the word, in order, each form once."""
    kept: dict[str, Candidate] = {}
    for reading, sense in senses:
        if not admits(word, upos, sense.spelling):
            continue
        for form in _forms(word.lower(), reading, sense):
            kept.setdefault(form, Candidate(form, sense.name, sense.origin))
    return tuple(kept.values())


def _forms(word: str, reading: Reading, sense: Sense) -> Iterator[str]:
    for candidate in sense.words:
        if not offers(sense.spelling, candidate) or _is_own_form(word, candidate.lower()):
            continue
        if is_name(sense.spelling):
            form = candidate if reading.tag in BASE else None
        else:
            form = inflect(candidate, reading.tag)
        if form and not _is_own_form(word, form.lower()):
            yield form


def _is_own_form(word: str, candidate: str) -> bool:
    return _same_letters(word, candidate) or not lemmas_of(word).isdisjoint(lemmas_of(candidate))


def _same_letters(first: str, second: str) -> bool:
    return _JOINS.sub("", first).lower() == _JOINS.sub("", second).lower()
