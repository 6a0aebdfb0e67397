"""The second pronouncer for verse: several guesses for each unknown word, and rules that need the network's consent."""

import re
from collections.abc import Callable, Sequence

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.dictionary import EDITION, load_dictionary
from versebench.models.pronunciation.g2p import Candidate, load_g2p
from versebench.models.pronunciation.spelling_rules.abbreviations import ABBREVIATIONS
from versebench.models.pronunciation.spelling_rules.changes import Phones
from versebench.models.pronunciation.verse import GUESSED, VersePronouncer

NAME = "verse-ear.v2"
SECOND_GUESS = "g2p.v1+candidate"
DOUBTFUL = frozenset(("compound", "suffix", "prefix", "british", "plural", "past", "second-person", "third-person"))
"""Rules whose readings count only if the network agrees. The others mark what they read: with a hyphen, an apostrophe,
an accent."""

_MOST = 4  # candidates of the network
_LIKELY = 0.04  # smallest probability of a candidate after the first
_SURE = 0.8  # smallest probability of a candidate that comes before a rule
_BESIDE = 0.3  # smallest probability of a candidate that counts beside a rule
_FARTHEST = 0.34  # share of the phones by which a rule may differ from a candidate

Candidates = Callable[[Sequence[str]], Sequence[Sequence[Candidate]]]
"""A function from distinct words to the candidates of each; empty if it cannot pronounce a word."""


class SecondVersePronouncer:
    """Pronounces like :class:`VersePronouncer`, except that abbreviations are words, a reading by a doubtful rule
    counts only if a candidate of the network is close to it, and unknown words have several guesses.
    """

    def __init__(self, candidates: Candidates | None = None) -> None:
        """Use ``candidates`` for unknown words. Without it, the shipped model is loaded when first needed."""
        self._candidates = candidates or _shipped
        self.why_not = VersePronouncer().why_not

    @property
    def name(self) -> str:
        """The versioned name, with the versions of the dictionary and of the model that guesses."""
        return f"{NAME}:{EDITION}:{GUESSED}"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        """Return entries, readings by rule, and guesses. All guesses are made together, once per word."""
        distinct = list(dict.fromkeys(words))
        known: dict[str, Sequence[Candidate]] = {}  # of this call, so that threads share nothing

        def learn(new: Sequence[str]) -> None:
            if unknown := [word for word in dict.fromkeys(map(str.lower, new)) if word not in known]:
                known.update(zip(unknown, self._candidates(unknown), strict=True))

        def guess(unknown: Sequence[str]) -> list[Phones]:
            learn(unknown)
            return [known[word][0].phones if known[word] else () for word in unknown]

        first = VersePronouncer(guess).pronounce([_in_full(word) for word in distinct])
        said = {word: _read_further(word, found) for word, found in zip(distinct, first, strict=True)}
        doubtful = [word for word in distinct if _is_plain(word) and _may_change(said[word])]
        learn(doubtful)
        said.update((word, judged(said[word], known[word.lower()])) for word in doubtful)
        return [said[word] for word in words]


def judged(said: tuple[Pronunciation, ...], candidates: Sequence[Candidate]) -> tuple[Pronunciation, ...]:
    """Return a reading by rule if a likely candidate is close to it, and the likely candidates otherwise.

    A very likely candidate counts beside the rule (Minety, with the vowel of ninety), and before it if the network is
    sure: the last vowel of bairnies, which a rule reads like lies.
    """
    likely = [one for place, one in enumerate(candidates) if not place or one.probability >= _LIKELY]
    if not likely:
        return said
    kept = [one for one in said if not one.guessed and any(agree(one.phones, guess.phones) for guess in likely)]
    if kept:
        read = {one.phones for one in kept}
        beside = [one for one in likely if one.probability >= _BESIDE and one.phones not in read]
        guesses = tuple(Pronunciation(one.phones, SECOND_GUESS) for one in beside)
        return (*guesses, *kept) if beside and beside[0].probability >= _SURE else (*kept, *guesses)
    origins = [GUESSED, *[SECOND_GUESS] * (len(likely) - 1)]
    return tuple(Pronunciation(guess.phones, origin) for guess, origin in zip(likely, origins, strict=True))


def agree(by_rule: Phones, guess: Phones) -> bool:
    """Return whether two pronunciations have as many vowels, and few phones differ, stress apart."""
    first, second = _plain(by_rule), _plain(guess)
    if sum(map(_has_stress, by_rule)) != sum(map(_has_stress, guess)):
        return False
    return _edits(first, second) <= _FARTHEST * max(len(first), len(second))


def _edits(first: Sequence[str], second: Sequence[str]) -> int:
    """The number of phones to insert, delete or replace."""
    row = list(range(len(second) + 1))
    for place, phone in enumerate(first, 1):
        above, row[0] = row[0], place
        for column, facing in enumerate(second, 1):
            above, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, above + (phone != facing))
    return row[-1]


def _plain(phones: Phones) -> list[str]:
    return [phone.rstrip("012") for phone in phones]


def _has_stress(phone: str) -> bool:
    return phone[-1].isdigit()


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalpha()


def _may_change(said: Sequence[Pronunciation]) -> bool:
    """Whether a model guessed the word, or a doubtful rule read it."""
    if not said:
        return False
    return said[0].guessed or not DOUBTFUL.isdisjoint(said[0].origin.split("+"))


def _read_further(word: str, said: tuple[Pronunciation, ...]) -> tuple[Pronunciation, ...]:
    """The pronunciations, with those by rules that the first pronouncer lacks: uptorn; scythe, whose th is voiced."""
    spelling = word.lower()
    if said and said[0].guessed and spelling.startswith(_UP):
        entries = load_dictionary().look_up(spelling.removeprefix(_UP))
        return tuple(Pronunciation(("AH2", "P", *phones), "cmudict+prefix") for phones in entries) or said
    if _VOICED.search(spelling):
        voiced = (Pronunciation((*one.phones[:-1], "DH"), one.origin) for one in said if one.phones[-1:] == ("TH",))
        return tuple(dict.fromkeys((*said, *voiced)))
    return said


_UP = "up"
_VOICED = re.compile("[aeiouy]the$")
_STOPPED = re.compile(r"[A-Za-z]+\.?")


def _in_full(word: str) -> str:
    """An abbreviation as the word that is read: St, Esq."""
    if _STOPPED.fullmatch(word) is None:
        return word
    full = ABBREVIATIONS.get(word.rstrip(".").lower(), "")
    return full if full and (word[0].isupper() or word.endswith(".")) else word


def _shipped(words: Sequence[str]) -> Sequence[Sequence[Candidate]]:
    return load_g2p().candidates(words, _MOST)
