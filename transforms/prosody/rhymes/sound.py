"""A word as the rhyme functions hear it: all its rhyming parts under all its pronunciations, worked out once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.prosody.rhymes.accents import british
from versebench.transforms.prosody.rhymes.ending import Ending, Phones, endings
from versebench.transforms.prosody.rhymes.historical import licensed
from versebench.transforms.prosody.rhymes.settings import AMERICAN, Accent, RhymeSettings

_SYLLABLES_OF_TWO_BEATS = 3
_VOWEL_LETTERS = "aeiouy"


class Sound:
    """A written word, or words, with the parts of it that can rhyme.

    ``stressed`` are those that begin with a stress, ``promoted`` those that begin with a vowel that only the verse can
    stress; ``beaten`` are the promoted ones on which a beat falls by itself: the last of "history", not that of "city".
    """

    def __init__(self, text: str, found: Sequence[Ending], settings: RhymeSettings, words: int) -> None:
        self.text = text
        self.endings = tuple(found)
        self.settings = settings
        self.words = words
        self.spelling = "".join(letter for letter in text.lower() if letter.isalpha())
        self.stressed = frozenset(ending.phones for ending in found if not ending.promoted)
        self.promoted = frozenset(ending.phones for ending in found if ending.promoted)
        longest = max((ending.syllables for ending in found), default=0)
        self.beaten = self.promoted if longest >= _SYLLABLES_OF_TWO_BEATS else frozenset[Phones]()

    @cached_property
    def licences(self) -> dict[Phones, str]:
        """What the rhyming parts could pass for in older verse, with an example; empty where that is not asked."""
        if not self.settings.historical:
            return {}
        able = [ending for ending in self.endings if not ending.promoted or ending.phones in self.beaten]
        return self._forms(able)

    @cached_property
    def light(self) -> frozenset[Phones]:
        """What a feminine ending could pass for if its last vowel bore the rhyme: moral/all, journey/he."""
        able = [ending for ending in self.endings if ending.promoted]
        return self.promoted | self._forms(able).keys()

    def _forms(self, able: Iterable[Ending]) -> dict[Phones, str]:
        letter = self.last_vowel_letter
        forms = [form for ending in able for form in licensed(ending, letter)]
        return {form.phones: form.licence for form in reversed(forms)}

    @cached_property
    def last_vowel_letter(self) -> str:
        """The last vowel letter that can be heard: not a final e after a consonant."""
        text = self.spelling
        if text.endswith("le"):
            return "e"
        if text.endswith("e") and text[-2:-1] not in _VOWEL_LETTERS:
            text = text[:-1]
        return next((letter for letter in reversed(text) if letter in _VOWEL_LETTERS), "")

    @cached_property
    def written_ending(self) -> str:
        """The spelling from its last vowel letters on, with those of a silent e before it: -ove, -ough, -ear."""
        text, end = self.spelling, len(self.spelling)
        if text.endswith(("e", "es", "ed")) and not text.endswith(("ee", "ees", "eed")):
            end -= len(text) - text.rindex("e")
        while end and text[end - 1] not in _VOWEL_LETTERS:
            end -= 1
        while end and text[end - 1] in _VOWEL_LETTERS:
            end -= 1
        return text[end:]


def sound(
    text: str, pronunciations: Iterable[Pronunciation], settings: RhymeSettings = AMERICAN, words: int = 1
) -> Sound:
    """A word with what can rhyme of it."""
    counting = (one for one in pronunciations if settings.guesses or not one.guessed)
    found = dict.fromkeys(ending for one in counting for ending in _endings(one.phones, settings))
    return Sound(text, list(found), settings, words)


def _endings(phones: Sequence[str], settings: RhymeSettings) -> Iterator[Ending]:
    for ending in endings(phones):
        yield ending
        if settings.accent is Accent.BRITISH:
            yield from british(ending)
