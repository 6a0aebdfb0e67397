"""Whether *a* and *an* agree with the sound of the word after them."""

from functools import lru_cache

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, EndWord

ARTICLES = ("a", "an")
_SOUNDS_LIKE_YOU = ("eu", "ewe", "uni", "use", "usu", "uti", "ubi")


def article_fits(poem: AnnotatedPoem, end: EndWord, word: str) -> bool:
    """Whether a word can stand in place of an end word: an article before it, if there is one, is not changed."""
    before = article_before(poem, end)
    return before is None or before in articles_of(word)


def article_before(poem: AnnotatedPoem, end: EndWord) -> str | None:
    """The article directly before an end word, in lower case; None if there is none."""
    before = word_before(poem, end)
    return before if before in ARTICLES else None


def word_before(poem: AnnotatedPoem, end: EndWord) -> str | None:
    """The word before an end word on its line, in lower case; None if there is none."""
    token = end.token
    if not token or poem.token_line[token - 1] != poem.token_line[token] or end.start != poem.word_start[token]:
        return None
    return poem.word(token - 1).lower()


@lru_cache(maxsize=1 << 14)
def articles_of(word: str) -> frozenset[str]:
    """The articles that fit a word, by the first sound of its pronunciations; by its first letter if it has none."""
    known = _pronouncer().pronounce([word])[0]
    vowels = {_starts_with_vowel(pronunciation) for pronunciation in known} or {_spelt_with_vowel(word.lower())}
    return frozenset("an" if vowel else "a" for vowel in vowels)


@lru_cache(maxsize=1)
def _pronouncer() -> VersePronouncer:
    """A pronouncer that does not guess."""
    return VersePronouncer(lambda words: [()] * len(words))


def _starts_with_vowel(pronunciation: Pronunciation) -> bool:
    return pronunciation.phones[0][-1].isdigit()


def _spelt_with_vowel(word: str) -> bool:
    return word[:1] in tuple("aeiou") and not word.startswith(_SOUNDS_LIKE_YOU)
