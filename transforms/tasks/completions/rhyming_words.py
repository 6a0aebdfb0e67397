"""The words that a line may end on, given the lines that it must rhyme with."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, product
from sys import intern

from pyarrow import parquet

from versebench.models.generators.contract import Ending
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.dictionary import load_dictionary
from versebench.models.thesaurus.wordnet import TABLE
from versebench.transforms.prosody.rhymes.ending import Phones
from versebench.transforms.prosody.rhymes.scheme import LineEnd
from versebench.transforms.prosody.rhymes.settings import RhymeSettings
from versebench.transforms.prosody.rhymes.sound import sound
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.text.words import spelt_alike

_SHORTEST_NAME = 4  # letters; shorter ones are mostly short forms: Jan, Edo
_LONGEST_SPELT = 4  # letters of the longest word that may be an initialism
_ALONE = {"i": "I"}


def rhyming_words(lines: Sequence[str], sounds: SoundMemory, *, repeated_end_word: bool) -> tuple[Ending, ...]:
    """Returns every word that makes a full rhyme with each of the lines, in alphabetical order, with its syllables.

    A full rhyme is one at distance 0, as :meth:`SchemeFinder.agree` finds it under ``sounds.rhymes``. With
    ``repeated_end_word`` the end words of the lines themselves count too. Empty if no word rhymes.
    """
    finder = sounds.finder_of(sounds.rhymes)
    ends = finder.line_ends(lines)
    own = {spelt_alike(end.word) for end in ends}
    candidates = [word for word in _candidates(ends, sounds.rhymes) if spelt_alike(word) not in own]
    if repeated_end_word:
        candidates += {spelt_alike(end.word): end.word for end in ends}.values()
    rhyming = zip(candidates, finder.line_ends(candidates), strict=True)
    found = sorted(word for word, end in rhyming if all(finder.agree(other, end) for other in ends))
    counted = ((word, sounds.syllables(word)) for word in found)
    return tuple(Ending(word, syllables) for word, syllables in counted if syllables)


def _candidates(ends: Sequence[LineEnd], settings: RhymeSettings) -> list[str]:
    """The words that rhyme with each end by the index: all that :meth:`SchemeFinder.agree` finds, and a few more."""
    index = _index(RhymeSettings(settings.accent, edition=settings.edition))
    rhyming = [{word for phones in _rhyming_parts(end) for word in index.get(phones, ())} for end in ends]
    return sorted(set.intersection(*rhyming)) if rhyming else []


def _rhyming_parts(end: LineEnd) -> frozenset[Phones]:
    return end.alone.stressed | (end.together.stressed if end.together else frozenset())


@cache
def _index(settings: RhymeSettings) -> Mapping[Phones, tuple[str, ...]]:
    """The words that a line may end on, by each of their rhyming parts: once per process for an accent and an edition.

    A pronunciation whose rhyme directly follows the main stress (shadows with nose) is skipped: two consecutive
    syllables cannot both have a beat, so a line would end after its last beat.
    """
    found: dict[Phones, list[str]] = {}
    for spelling, word in end_words().items():
        variants = (Pronunciation(phones, "cmudict") for phones in entries()[spelling])
        usable = [variant for variant in variants if not variant.stresses.rstrip("0").endswith("12")]
        for phones in sound(word, usable, settings).stressed:
            found.setdefault(phones, []).append(word)
    return {phones: tuple(words) for phones, words in found.items()}


@cache
def entries() -> Mapping[str, tuple[Phones, ...]]:
    """All pronunciations of every word, by its spelling in lower case; read once per process."""
    # The same few dozen phones: each is kept once.
    return {word: tuple(tuple(map(intern, phones)) for phones in said) for word, said in load_dictionary().entries()}


@cache
def end_words() -> Mapping[str, str]:
    """The words of CMUdict that a line of verse may end on, by their spelling in CMUdict.

    A word is included if LemmInflect knows it as a form of a word (loves, him, there), or if the thesaurus spells it in
    lower case. Names in the thesaurus are included with a capital (Spain) if no word has that spelling. Most other
    entries of CMUdict are surnames, firms and places. Excluded are entries with marks (possessives, elisions), single
    letters except I, words without a vowel letter, and words that are spelt out letter by letter (TV).
    """
    written, is_form = _thesaurus_spellings(), _lexicon()
    kept = {}
    for spelling in filter(_is_word, entries()):
        word = _ALONE.get(spelling) or written.get(spelling)
        if (word is None or word != spelling) and spelling not in _ALONE and is_form(spelling):
            word = spelling
        if word and not _spelt_out(spelling, entries()[spelling]):
            kept[spelling] = word
    return kept


def _is_word(spelling: str) -> bool:
    return spelling.isalpha() and (len(spelling) > 1 or spelling in _ALONE) and not set("aeiouy").isdisjoint(spelling)


def _spelt_out(spelling: str, said: Sequence[Phones]) -> bool:
    """Whether a word is pronounced as the names of its letters."""
    if not 1 < len(spelling) <= _LONGEST_SPELT:
        return False
    names = product(*({_plain(phones) for phones in entries()[letter]} for letter in spelling))
    return not {_plain(phones) for phones in said}.isdisjoint(tuple(chain(*letters)) for letters in names)


def _plain(phones: Phones) -> Phones:
    return tuple(phone.rstrip("012") for phone in phones)


def _thesaurus_spellings() -> dict[str, str]:
    """The spellings of the thesaurus by the spelling in lower case; a word in lower case has priority over a name."""
    lemmas: list[str] = parquet.read_table(TABLE, columns=["lemma"], use_threads=False)["lemma"].to_pylist()
    names = {lemma.lower(): lemma for lemma in sorted(set(lemmas)) if lemma.istitle() and len(lemma) >= _SHORTEST_NAME}
    return names | {lemma: lemma for lemma in lemmas if lemma.islower()}


def _lexicon() -> Callable[[str], bool]:
    """Whether LemmInflect's dictionaries know a word; see :mod:`versebench.models.thesaurus.inflection`."""
    lemmas = import_module("lemminflect").getAllLemmas
    return lambda word: bool(lemmas(word))
