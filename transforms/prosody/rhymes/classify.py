"""The class of rhyme that two words make, and its distance."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from versebench.transforms.prosody.rhymes.ending import Ending, Phones
from versebench.transforms.prosody.rhymes.features import sequence_distance, vowel_distance
from versebench.transforms.prosody.rhymes.sound import Sound

LICENSED = 0.1  # distance of a rhyme by a licence of older verse
PROMOTED = 0.05  # added if one vowel is stressed by the verse only
UNSTRESSED = 0.12  # distance of endings that agree from a vowel on that only the verse stresses: mystery/victory
LIGHT = 0.18  # distance of a stressed vowel and one that nothing stresses: he/journey
EYE = 0.25  # distance of a rhyme for the eye
EYE_ALONE = 0.1  # the same if a word has no pronunciation
_NEAR = 0.3  # distance of the farthest slant rhyme
_CLOSE_VOWELS, _CLOSE_REST = 0.2, 0.2
_VOWEL_SHARE = 0.5  # share of the vowels in the distance; the rest of the endings has the other half
_SYLLABLE = 0.25  # added for each syllable of difference
_EYE_LENGTH = 3  # letters of the shortest rhyme for the eye
_NOT_AT_ALL = 1.0
_MASCULINE = {1: "masculine", 2: "feminine"}


class RhymeClass(StrEnum):
    """Kinds of rhyme."""

    PERFECT = "perfect"
    IDENTICAL = "identical"
    MOSAIC = "mosaic"
    SLANT = "slant"
    EYE = "eye"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rhyme:
    """How two words rhyme.

    ``kind`` subdivides the class: masculine, feminine or dactylic; same word or rime riche; assonance, consonance or
    close. ``licence`` is an example of the usage by which sounds rhyme that differ today; empty if they agree.
    ``distance`` is from 0 to 1.
    """

    rhyme_class: RhymeClass
    kind: str
    distance: float
    licence: str = ""
    sounds: tuple[Phones, Phones] = ((), ())

    @property
    def rhymes(self) -> bool:
        """Whether this is a full rhyme: perfect, identical or mosaic."""
        return self.rhyme_class in _FULL

    def __str__(self) -> str:
        by = f", as {self.licence}" if self.licence else ""
        label = "no rhyme" if self.rhyme_class is RhymeClass.NONE else f"{self.rhyme_class} ({self.kind}{by})"
        return f"{label}, distance {self.distance:.2f}"


_FULL = frozenset((RhymeClass.PERFECT, RhymeClass.IDENTICAL, RhymeClass.MOSAIC))
NO_RHYME = Rhyme(RhymeClass.NONE, "none", _NOT_AT_ALL)


def classify(one: Sound, other: Sound) -> Rhyme:
    """Returns the best rhyme of two words under all their pronunciations. The order of the two does not matter.

    If one of two different words has no pronunciation, they rhyme for the eye or not at all.
    """
    return full_rhyme(one, other) or licensed_rhyme(one, other) or near_rhyme(one, other)


def sounds_agree(one: Sound, other: Sound) -> bool:
    """Whether two words are the same, or agree from a stressed vowel on: a full rhyme at distance 0."""
    return not one.stressed.isdisjoint(other.stressed) or (one.spelling == other.spelling and one.spelling != "")


def near_rhyme(one: Sound, other: Sound) -> Rhyme:
    """The nearest slant rhyme of two words that make no full rhyme, a rhyme for the eye, or none."""
    nearest = min(_slants(one, other), key=lambda rhyme: rhyme.distance, default=NO_RHYME)
    if nearest.kind != "close" and _for_the_eye(one, other):
        apart = min(nearest.distance, EYE if one.endings and other.endings else EYE_ALONE)
        return Rhyme(RhymeClass.EYE, one.written_ending, apart, sounds=nearest.sounds)
    return nearest


def full_rhyme(one: Sound, other: Sound) -> Rhyme | None:
    """The same word, or a rhyme whose sounds agree today; None otherwise.

    Only sets are compared, so that comparing all pairs of a poem costs little.
    """
    if one.spelling and one.spelling == other.spelling:
        return Rhyme(RhymeClass.IDENTICAL, "same word", 0.0)
    shared = one.stressed & other.stressed
    if shared:
        return _perfect(one, other, max(shared, key=lambda phones: (len(phones), phones)), 0.0)
    if shared := (one.stressed & other.beaten) | (one.beaten & other.stressed):
        return _perfect(one, other, max(shared, key=lambda phones: (len(phones), phones)), PROMOTED)
    return None


def _perfect(one: Sound, other: Sound, phones: Phones, distance: float) -> Rhyme:
    onsets = [{ending.onset for ending in sound.endings if ending.phones == phones} for sound in (one, other)]
    if one.words > 1 or other.words > 1:
        return Rhyme(RhymeClass.MOSAIC, _kind(phones), distance, sounds=(phones, phones))
    if onsets[0] == onsets[1] and len(onsets[0]) == 1:
        return Rhyme(RhymeClass.IDENTICAL, "rime riche", distance, sounds=(phones, phones))
    return Rhyme(RhymeClass.PERFECT, _kind(phones), distance, sounds=(phones, phones))


def _kind(phones: Phones) -> str:
    return _MASCULINE.get(Ending((), phones).syllables, "dactylic")


def licensed_rhyme(one: Sound, other: Sound) -> Rhyme | None:
    """A rhyme whose sounds agreed in older verse, if the settings allow it; None otherwise."""
    for first, second in ((one, other), (other, one)):
        for phones in sorted(first.stressed & second.licences.keys()):
            return Rhyme(RhymeClass.PERFECT, _kind(phones), LICENSED, second.licences[phones], (phones, phones))
    return None


def _slants(one: Sound, other: Sound) -> Iterator[Rhyme]:
    for first, second in product(one.endings, other.endings):
        if not (first.promoted or second.promoted):
            yield _slant(first, second)
    for heavy, light in ((one, other), (other, one)):
        if shared := heavy.stressed & light.light:
            phones = max(shared)
            yield Rhyme(RhymeClass.SLANT, "unstressed", LIGHT, sounds=(phones, phones))
    if shared := one.promoted & other.promoted:
        phones = max(shared)
        distance = UNSTRESSED if one.beaten and other.beaten else 2 * UNSTRESSED
        yield Rhyme(RhymeClass.SLANT, "unstressed", distance, sounds=(phones, phones))


def _slant(one: Ending, other: Ending) -> Rhyme:
    vowels, rest = vowel_distance(one.vowel, other.vowel), sequence_distance(one.rest, other.rest)
    apart = _VOWEL_SHARE * vowels + (1 - _VOWEL_SHARE) * rest + _SYLLABLE * abs(one.syllables - other.syllables)
    apart = min(1.0, apart)
    sounds = one.phones, other.phones
    if apart > _NEAR or one.syllables != other.syllables:
        return Rhyme(RhymeClass.NONE, "none", apart, sounds=sounds)
    if vowels == 0:
        return Rhyme(RhymeClass.SLANT, "close" if rest <= _CLOSE_REST else "assonance", apart, sounds=sounds)
    if rest == 0 and one.rest:
        return Rhyme(RhymeClass.SLANT, "close" if vowels <= _CLOSE_VOWELS else "consonance", apart, sounds=sounds)
    if vowels <= _CLOSE_VOWELS and rest <= _CLOSE_REST:
        return Rhyme(RhymeClass.SLANT, "close", apart, sounds=sounds)
    return Rhyme(RhymeClass.NONE, "none", apart, sounds=sounds)


def _for_the_eye(one: Sound, other: Sound) -> bool:
    return len(one.written_ending) >= _EYE_LENGTH and one.written_ending == other.written_ending
