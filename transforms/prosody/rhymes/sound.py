"""The input of the rhyme functions: all rhyming parts of a word under all its pronunciations, computed once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.prosody.rhymes.accents import british
from versebench.transforms.prosody.rhymes.ending import FULL_VOWELS, Ending, Phones, endings, endings_of_second
from versebench.transforms.prosody.rhymes.historical import licensed
from versebench.transforms.prosody.rhymes.settings import AMERICAN, RhymeSettings

_SYLLABLES_OF_TWO_BEATS = 3
_VOWEL_LETTERS = "aeiouy"


class Sound:
    """A written word, or several, with the parts that can rhyme.

    ``stressed`` parts begin with a stressed vowel, ``promoted`` parts with a vowel that only the verse can stress.
    ``beaten`` are the promoted parts that naturally carry a beat: the last syllable of "history", not that of "city".
    """

    def __init__(self, text: str, endings: Sequence[Ending], settings: RhymeSettings, words: int) -> None:
        self.text = text
        self.endings = tuple(endings)
        self.settings = settings
        self.words = words
        self.spelling = "".join(letter for letter in text.lower() if letter.isalpha())
        self.stressed = frozenset(ending.phones for ending in endings if not ending.promoted)
        self.promoted = frozenset(ending.phones for ending in endings if ending.promoted)
        longest = max((ending.syllables for ending in endings), default=0)
        self.beaten = self.promoted if longest >= _SYLLABLES_OF_TWO_BEATS else frozenset[Phones]()
        if settings.is_second:
            full = (ending.phones for ending in endings if ending.promoted and ending.phones[1:])
            self.beaten |= frozenset(phones for phones in full if phones[0] in FULL_VOWELS or phones[:2] == ("IH", "R"))

    @cached_property
    def licences(self) -> dict[Phones, str]:
        """The further forms of the rhyming parts in older verse, each with an example; empty unless these count."""
        if not self.settings.historical:
            return {}
        able = [ending for ending in self.endings if not ending.promoted or ending.phones in self.beaten]
        return self._forms(able)

    @cached_property
    def light(self) -> frozenset[Phones]:
        """The forms of a feminine ending if its last vowel carried the rhyme: moral/all, journey/he."""
        able = [ending for ending in self.endings if ending.promoted]
        return self.promoted | self._forms(able).keys()

    def _forms(self, able: Iterable[Ending]) -> dict[Phones, str]:
        letter = self.last_vowel_letter
        forms = [form for ending in able for form in licensed(ending, letter)]
        return {form.phones: form.licence for form in reversed(forms)}

    @cached_property
    def last_vowel_letter(self) -> str:
        """The last vowel letter that is pronounced: not a final e after a consonant."""
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
    """Returns a word with the parts that can rhyme; guesses count only if the settings allow it."""
    usable = (variant for variant in pronunciations if settings.guesses or not variant.guessed)
    parts = dict.fromkeys(ending for variant in usable for ending in _endings(variant.phones, settings))
    return Sound(text, list(parts), settings, words)


def _endings(phones: Sequence[str], settings: RhymeSettings) -> Iterator[Ending]:
    for ending in endings_of_second(phones) if settings.is_second else endings(phones):
        yield ending
        if settings.accent.has_british:
            yield from british(ending)
