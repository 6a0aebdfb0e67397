"""The synonyms that could stand for the end words of a poem and break a rhyme (RANLP 2021, 4.3).

Only what can be said not to rhyme passes. A pronunciation that a model guessed from the spelling is no ground for that:
a candidate must be in the dictionary, or follow from an entry, and so must an end word of the group that it would leave.
Of the other words guesses count, as they can but add rhymes.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from models.thesaurus.choosing import is_name
from models.thesaurus.contract import Candidate, Thesaurus
from transforms.corruptions.poem import AnnotatedPoem, EndWord
from transforms.corruptions.recase import recase
from transforms.rhymes.classify import RhymeClass
from transforms.stanza import Hearing

NO_RHYME_KNOWN = "no_rhyme_known"


@dataclass(frozen=True, slots=True)
class Synonym:
    """A candidate as it would stand in the poem, in the place of the end word of ``line``, numbered from 0."""

    line: int
    end_word: EndWord
    word: str
    synonym: str
    sense: str
    origin: str
    text: str
    """The poem with it."""

    @property
    def end(self) -> int:
        """Where it would end, in characters of :attr:`text`."""
        return self.end_word.start + len(self.synonym)


@dataclass(frozen=True, slots=True)
class Found:
    """The synonyms of a poem, by line and in the order of the thesaurus, and how many were refused for what reason."""

    synonyms: tuple[Synonym, ...]
    refused: Counter[str]


def find_synonyms(poem: AnnotatedPoem, hearing: Hearing, thesaurus: Thesaurus) -> Found:
    """Refused: ``no_rhyme_known``, ``rhymes_with_word``, ``rhymes_with_group``, ``other_article``, ``same_spelling``.

    Lines that rhyme with no other are left out. Raises ``models.thesaurus.contract.ThesaurusError``.
    """
    kept: list[Synonym] = []
    refused: Counter[str] = Counter()
    for line, end in enumerate(poem.end_words):
        if end is None or not rhyming_lines(poem, line):
            continue
        for synonym in _offered(poem, line, end, thesaurus):
            reason = refusal(poem, synonym, hearing)
            if reason is None and any((one.line, one.synonym) == (line, synonym.synonym) for one in kept):
                reason = "same_spelling"
            if reason is None:
                kept.append(synonym)
            else:
                refused[reason] += 1
    return Found(tuple(kept), refused)


def rhyming_lines(poem: AnnotatedPoem, line: int) -> list[int]:
    """The other lines of the group of a line, from 0."""
    return [other for other, group in enumerate(poem.scheme) if other != line and group == poem.scheme[line]]


def has_known_sound(poem: AnnotatedPoem, line: int, hearing: Hearing) -> bool:
    """Whether an end word of the group of a line has a sound that was not guessed."""
    ends = (poem.end_words[one] for one in (line, *rhyming_lines(poem, line)))
    return any(end is not None and _is_known(poem.text[end.start : end.end], hearing) for end in ends)


def refusal(poem: AnnotatedPoem, synonym: Synonym, hearing: Hearing) -> str | None:
    """Why a synonym is no candidate, None where it is one.

    A word that rhymes with the one that it replaces would keep the rhyme. Rhymes are those of the recipe's ear; slant
    rhymes and rhymes for the eye count, and so do the last words of a line together.
    """
    if not _is_known(synonym.synonym, hearing) or not has_known_sound(poem, synonym.line, hearing):
        return NO_RHYME_KNOWN
    finder = hearing.finder_of(hearing.rhymes)
    line = _last_line(poem, synonym)
    if finder.rhyme(synonym.synonym, synonym.word).rhyme_class is not RhymeClass.NONE:
        return "rhymes_with_word"
    others = (poem.line_text(other) for other in rhyming_lines(poem, synonym.line))
    if any(finder.rhyme(line, other).rhyme_class is not RhymeClass.NONE for other in others):
        return "rhymes_with_group"
    return None if _article_fits(poem, synonym, hearing) else "other_article"


def _offered(poem: AnnotatedPoem, line: int, end: EndWord, thesaurus: Thesaurus) -> Iterator[Synonym]:
    word = poem.text[end.start : end.end]
    for candidate in thesaurus.synonyms(word, end.upos):
        placed = _placed(candidate, word, end)
        text = poem.text[: end.start] + placed + poem.text[end.end :]
        yield Synonym(line, end, word, placed, candidate.sense, candidate.origin, text)


def _placed(candidate: Candidate, word: str, end: EndWord) -> str:
    return recase(candidate.word, word, names=end.upos == "PROPN" or is_name(candidate.word))


def _is_known(word: str, hearing: Hearing) -> bool:
    return any(not heard.guessed for heard in hearing.pronunciations(word))


def _last_line(poem: AnnotatedPoem, synonym: Synonym) -> str:
    start, end = poem.lines[synonym.line]
    return poem.text[start : synonym.end_word.start] + synonym.synonym + poem.text[synonym.end_word.end : end]


def _article_fits(poem: AnnotatedPoem, synonym: Synonym, hearing: Hearing) -> bool:
    """Whether the word can stand after the article before it, as no article is changed: an eye, a nose."""
    token = synonym.end_word.token
    starts_token = synonym.end_word.start == poem.word_start[token]
    before = poem.word(token - 1).lower() if token and starts_token else ""
    if before not in ("a", "an"):
        return True
    vowels = {heard.phones[0][-1].isdigit() for heard in hearing.pronunciations(synonym.synonym)}
    return (before == "an") in vowels
