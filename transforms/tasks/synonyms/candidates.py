"""The synonyms that could stand for the end words of a poem and break a rhyme (RANLP 2021, 4.3).

A candidate passes only if it certainly does not rhyme. A guessed pronunciation is not evidence of that: the candidate
must be in the dictionary, or follow from an entry, and so must an end word of the rhyme group that it would leave.
Guesses count for all other words, as they can only add rhymes.

Not replaced are names, as another place is another place; short adverbs (down, in, there), most of which belong to a
verb; adjectives directly after an article or a preposition, which are nouns there (the damp, in vain); and verbs that
may be present or past (put, lay), as the form of the synonym would be unknown.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from versebench.models.thesaurus.choosing import is_name
from versebench.models.thesaurus.contract import Candidate, Thesaurus
from versebench.models.thesaurus.inflection import lemmas_of, readings
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, EndWord
from versebench.transforms.prosody.rhymes.classify import RhymeClass
from versebench.transforms.prosody.rhymes.groups import others_of_group
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.recase import recase

NO_RHYME_KNOWN = "no_rhyme_known"
_BEFORE_NOUNS = ("DET", "ADP")
_SHORTEST_BEGINNING = 3  # letters that words of one stem share: fig and figure
_OTHER_CONSTRUCTION = (frozenset(("say", "tell")), frozenset(("do", "make")))
"""Verbs that share senses, but seldom a construction: "he said", which is common in limericks, not "he told"."""


@dataclass(frozen=True, slots=True)
class Synonym:
    """A candidate in the form in which it would replace the end word of ``line``, numbered from 0."""

    line: int
    end_word: EndWord
    word: str
    synonym: str
    senses: tuple[str, ...]
    """The sense of the word that gives it, and that of the synonym that gives the word, where this was asked."""
    origin: str
    text: str
    """The poem with it."""

    @property
    def end(self) -> int:
        """Where it would end, in characters of :attr:`text`."""
        return self.end_word.start + len(self.synonym)


@dataclass(frozen=True, slots=True)
class FoundSynonyms:
    """The synonyms of a poem, by line and in the order of the thesaurus, and how many were refused for what reason.

    ``all_of_lines`` are the synonyms of the lines that have one, those that were refused too: they tell a sense.
    """

    synonyms: tuple[Synonym, ...]
    refused: Counter[str]
    all_of_lines: tuple[Synonym, ...] = ()


def find_synonyms(
    poem: AnnotatedPoem, sounds: SoundMemory, thesaurus: Thesaurus, *, both_ways: bool, strict: bool = True
) -> FoundSynonyms:
    """Returns the synonyms of the end words of rhyming lines; ``both_ways`` looks up the synonyms of these too.

    Without ``strict``, any end word may be replaced, and only rhymes and spellings are reasons to refuse a synonym.

    Reasons of refusals: ``same_spelling`` (as an earlier synonym), ``same_stem``, ``other_construction``,
    ``no_rhyme_known``, ``rhymes_with_word``, ``rhymes_with_group``, ``other_article``, and ``one_way`` (the word is not
    a synonym of the synonym). Raises ``versebench.models.thesaurus.contract.ThesaurusError``.
    """
    kept: list[Synonym] = []
    everything: list[Synonym] = []
    refused: Counter[str] = Counter()
    for line, end in _replaceable(poem, strict=strict):
        spelt: set[str] = set()
        for synonym in _offered(poem, line, end, thesaurus):
            everything.append(synonym)
            reason = "same_spelling" if synonym.synonym in spelt else refusal(poem, synonym, sounds, strict=strict)
            if reason is None and both_ways:
                synonym, reason = _both_ways(synonym, thesaurus)
            if reason is None:
                kept.append(synonym)
                spelt.add(synonym.synonym)
            else:
                refused[reason] += 1
    lines = {synonym.line for synonym in kept}
    return FoundSynonyms(tuple(kept), refused, tuple(synonym for synonym in everything if synonym.line in lines))


def rhyming_lines(poem: AnnotatedPoem, line: int) -> list[int]:
    """The other lines of the group of a line, from 0."""
    return others_of_group(poem.scheme, line)


def has_known_sound(poem: AnnotatedPoem, line: int, sounds: SoundMemory) -> bool:
    """Whether an end word of the group of a line has a sound that was not guessed."""
    ends = (poem.end_words[one] for one in (line, *rhyming_lines(poem, line)))
    return any(end is not None and _is_known(poem.text[end.start : end.end], sounds) for end in ends)


def refusal(poem: AnnotatedPoem, synonym: Synonym, sounds: SoundMemory, *, strict: bool = True) -> str | None:
    """Why a synonym is not a candidate; None if it is one.

    A word with the same stem mostly has another sense (chair, chairman). A word that rhymes with the one that it
    replaces would keep the rhyme. The recipe's key ``ear`` decides what rhymes; slant rhymes, rhymes for the eye and
    rhymes of the last words of a line together count too.
    """
    if strict and _same_stem(synonym.word.lower(), synonym.synonym.lower()):
        return "same_stem"
    if strict and _other_construction(synonym.word.lower(), synonym.synonym.lower()):
        return "other_construction"
    if not _is_known(synonym.synonym, sounds) or not has_known_sound(poem, synonym.line, sounds):
        return NO_RHYME_KNOWN
    finder = sounds.finder_of(sounds.rhymes)
    line = _last_line(poem, synonym)
    if finder.rhyme(synonym.synonym, synonym.word).rhyme_class is not RhymeClass.NONE:
        return "rhymes_with_word"
    others = (poem.line_text(other) for other in rhyming_lines(poem, synonym.line))
    if any(finder.rhyme(line, other).rhyme_class is not RhymeClass.NONE for other in others):
        return "rhymes_with_group"
    return None if not strict or _article_fits(poem, synonym, sounds) else "other_article"


def _offered(poem: AnnotatedPoem, line: int, end: EndWord, thesaurus: Thesaurus) -> Iterator[Synonym]:
    word = poem.text[end.start : end.end]
    for candidate in thesaurus.synonyms(word, end.upos):
        placed = _placed(candidate, word, end)
        text = poem.text[: end.start] + placed + poem.text[end.end :]
        yield Synonym(line, end, word, placed, (candidate.sense,), candidate.origin, text)


def _both_ways(synonym: Synonym, thesaurus: Thesaurus) -> tuple[Synonym, str | None]:
    """The synonym with the sense of its own that gives the word."""
    for candidate in thesaurus.synonyms(synonym.synonym, synonym.end_word.upos):
        if candidate.word.lower() == synonym.word.lower().replace("’", "'"):
            return replace(synonym, senses=(*synonym.senses, candidate.sense)), None
    return synonym, "one_way"


def _replaceable(poem: AnnotatedPoem, *, strict: bool) -> Iterator[tuple[int, EndWord]]:
    for line, end in enumerate(poem.end_words):
        if end is not None and rhyming_lines(poem, line) and (not strict or _is_replaceable(poem, end)):
            yield line, end


def _is_replaceable(poem: AnnotatedPoem, end: EndWord) -> bool:
    word, before = poem.text[end.start : end.end].lower(), end.token - 1
    if end.upos == "VERB":
        tags = {reading.tag for reading in readings(word, end.upos)}
        return not {"VB", "VBD"} <= tags
    if end.upos == "ADJ":
        follows = before >= 0 and poem.token_line[before] == poem.token_line[end.token]
        return not (follows and poem.upos[before] in _BEFORE_NOUNS)
    return end.upos == "NOUN" or (end.upos == "ADV" and word.endswith("ly"))


def _same_stem(one: str, other: str) -> bool:
    letters = max(_SHORTEST_BEGINNING, min(len(one), len(other)) - 1)
    return one[:letters] == other[:letters]


def _other_construction(one: str, other: str) -> bool:
    pairs = ({first, second} for first in lemmas_of(one) for second in lemmas_of(other))
    return any(pair in _OTHER_CONSTRUCTION for pair in pairs)


def _placed(candidate: Candidate, word: str, end: EndWord) -> str:
    return recase(candidate.word, word, names=end.upos == "PROPN" or is_name(candidate.word))


def _is_known(word: str, sounds: SoundMemory) -> bool:
    return any(not pronunciation.guessed for pronunciation in sounds.pronunciations(word))


def _last_line(poem: AnnotatedPoem, synonym: Synonym) -> str:
    start, end = poem.lines[synonym.line]
    return poem.text[start : synonym.end_word.start] + synonym.synonym + poem.text[synonym.end_word.end : end]


def _article_fits(poem: AnnotatedPoem, synonym: Synonym, sounds: SoundMemory) -> bool:
    """Whether the word can stand after the article before it, as no article is changed: an eye, a nose."""
    token = synonym.end_word.token
    starts_token = synonym.end_word.start == poem.word_start[token]
    before = poem.word(token - 1).lower() if token and starts_token else ""
    if before not in ("a", "an"):
        return True
    vowels = {pronunciation.phones[0][-1].isdigit() for pronunciation in sounds.pronunciations(synonym.synonym)}
    return (before == "an") in vowels
