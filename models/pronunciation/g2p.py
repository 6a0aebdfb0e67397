"""Pronunciations guessed from the spelling: a few small convolutional networks, run with numpy alone.

Each letter gets the phones that it stands for: none, one or two. The model chooses the likeliest sequence, which also
depends on neighbouring phones. See ``training/train_g2p.py`` for the training and ``models/resources/g2p/CARD.md`` for
the figures. A spelling gets the same phones in any batch, with any number of threads, on any machine (see
`letter_network`).
"""

import json
import math
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from threadpoolctl import threadpool_limits

from versebench.models.pronunciation.letter_network import Floats, LetterNetwork, Tensors

T = TypeVar("T")

LONGEST = 64
"""Most letters of a spelling. The longest word in English dictionaries has 45."""

_ROWS = 4096  # letters per batch; limits memory to about 50 MB
_CANDIDATES = 8  # classes considered for each letter, besides its best stressed one
_WIDTH = 12  # sequences in a beam
_MARGIN = 5.0  # a class this far below the best of its letter is no candidate
_NEVER = np.float32(-1e9)
_LETTERS = str.maketrans(
    {"’": "'", "‘": "'", "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "th", "þ": "th", "ł": "l", "đ": "d", "ı": "i"}
)
_PASSED_OVER = "-‐‑ .\u00ad"


_Beam = list[tuple[float, int, tuple[int, ...]]]
_Beams = tuple[_Beam, _Beam]
"""Score, last class and all classes of each sequence: those without a primary stress, and those with one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pronunciation of a word with its probability among those considered."""

    phones: tuple[str, ...]
    probability: float


def folded(word: str) -> str:
    """Return the word in lower case, without accents, with ligatures split and apostrophes straight."""
    plain = unicodedata.normalize("NFKD", word.lower().translate(_LETTERS)).translate(_LETTERS)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def spelled(word: str, letters: str) -> str:
    """Return the word in the letters of the model: folded, without hyphens and full stops.

    Empty if the word has no letter, or contains characters that the model cannot read (digits, other scripts).
    """
    kept = "".join(letter for letter in folded(word) if letter not in _PASSED_OVER)
    return kept if any(letter.isalpha() for letter in kept) and all(letter in letters for letter in kept) else ""


class GraphemeToPhoneme:
    """The shipped model. Call ``pronounce`` with many words at once."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        tensors = load_file(folder / "model.safetensors")
        self.name: str = config["name"]
        self._letters: str = config["letters"]
        self._classes = [tuple(piece.split()) for piece in config["classes"]]
        self._networks = [
            LetterNetwork(_named(tensors, f"{number}."), config["most"]) for number in range(len(config["members"]))
        ]
        # Primary stresses of each class. A class with two stresses never occurs in a word with one.
        self._stresses = np.array([sum(phone.endswith("1") for phone in piece) for piece in self._classes])
        self._stress_list: list[int] = self._stresses.tolist()
        self._vowels = np.array([sum(phone[-1].isdigit() for phone in piece) for piece in self._classes])
        # Score of each pair of neighbouring classes. The last row and column stand for the edges of a word.
        self._transitions: Floats = tensors["transitions"].astype(np.float32) / config["transition_units"]
        self._moves: list[list[float]] = self._transitions.tolist()

    def pronounce(self, spellings: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the likeliest phones of each word, in ARPAbet, with exactly one primary stress.

        Empty for a word that has no letter from a to z, contains unreadable characters, or exceeds ``LONGEST``.
        """
        return self._by_length(spellings, (), self._phones)

    def candidates(self, spellings: Sequence[str], most: int = 4) -> list[list[Candidate]]:
        """Return several pronunciations of each word with their probabilities, the likeliest first.

        Empty for a word that ``pronounce`` cannot read. A beam of sequences is searched for each word, so that the
        probabilities are shares of what it holds.
        """
        return self._by_length(spellings, [], lambda words: self._ranked(words, most))

    def syllables(self, spellings: Sequence[str]) -> list[int]:
        """Return the expected number of vowels of each word: the sum over its letters, rounded, at least one.

        This is right more often than the vowel count of the likeliest phones, because a vowel that either of two
        letters may stand for counts once. 0 for a word without a pronunciation.
        """
        return self._by_length(spellings, 0, self._counts)

    def _by_length(
        self, spellings: Sequence[str], nothing: T, answer: Callable[[Sequence[str]], Iterable[T]]
    ) -> list[T]:
        """Return an answer for each spelling. ``answer`` gets distinct words of one length at a time."""
        words = [spelled(spelling, self._letters) for spelling in spellings]
        known: dict[str, T] = {"": nothing}
        by_length: dict[int, list[str]] = defaultdict(list)
        for word in dict.fromkeys(words):
            if len(word) > LONGEST:
                known[word] = nothing
            elif word:
                by_length[len(word)].append(word)
        # Several threads do not pay for products this small: they wait for each other if the cores are busy.
        with threadpool_limits(limits=1, user_api="blas"):
            for length, group in by_length.items():
                size = max(1, _ROWS // length)
                for start in range(0, len(group), size):
                    batch = group[start : start + size]
                    known.update(zip(batch, answer(batch), strict=True))
        return [known[word] for word in words]

    def _phones(self, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
        """Return the phones of words of one length."""
        classes = self._decode(self._scores(words))
        return (tuple(phone for place in row for phone in self._classes[place]) for row in classes.tolist())

    def _ranked(self, words: Sequence[str], most: int) -> Iterable[list[Candidate]]:
        """Return the candidates of words of one length."""
        scores = self._scores(words)
        for row, sequences in zip(self._decode(scores).tolist(), self._beams(scores), strict=True):
            odds: dict[tuple[str, ...], float] = defaultdict(float)
            best = max(score for score, _ in sequences)
            for score, classes in sequences:
                odds[self._spoken(classes)] += math.exp(score - best)
            total = sum(odds.values())
            # Processors differ in the last bits of an exponential. Rounding removes them.
            shares = [Candidate(phones, round(share / total, 3)) for phones, share in odds.items()]
            first = self._spoken(row)
            shares.sort(key=lambda candidate: (candidate.phones != first, -candidate.probability, candidate.phones))
            yield shares[:most]

    def _spoken(self, classes: Sequence[int]) -> tuple[str, ...]:
        return tuple(phone for place in classes for phone in self._classes[place])

    def _beams(self, scores: Floats) -> Iterable[list[tuple[float, tuple[int, ...]]]]:
        """Return the best sequences of classes of each word with their scores: a beam before the stress and one after.

        Classes that are far less likely than the best of their letter are left out.
        """
        picks = self._candidates(scores)
        gains = np.take_along_axis(scores, picks, -1)
        edge = len(self._transitions) - 1
        for word_picks, word_gains in zip(picks.tolist(), gains.tolist(), strict=True):
            beams: _Beams = ([(0.0, edge, ())], [])
            for classes, letter_gains in zip(word_picks, word_gains, strict=True):
                beams = self._step(beams, classes, letter_gains)
            yield [(score + self._moves[last][edge], path) for score, last, path in beams[1]]

    def _step(self, beams: _Beams, classes: Sequence[int], gains: Sequence[float]) -> _Beams:
        best = max(gains)
        moves = [
            (place, gain)
            for number, (place, gain) in enumerate(zip(classes, gains, strict=True))
            if gain > best - _MARGIN or number == len(classes) - 1
        ]
        made: _Beams = ([], [])
        for since, beam in enumerate(beams):
            for score, last, path in beam:
                for place, gain in moves:
                    stresses = since + self._stress_list[place]
                    if stresses <= 1:
                        made[stresses].append((score + gain + self._moves[last][place], place, (*path, place)))
        # The last candidate of a letter may also stand among the others: sequences are distinct.
        before, after = (sorted(set(beam), key=lambda way: (-way[0], way[2]))[:_WIDTH] for beam in made)
        return before, after

    def _counts(self, words: Sequence[str]) -> Iterable[int]:
        """Return the expected vowels of words of one length."""
        scores = self._scores(words).astype(np.float64)
        odds = np.exp(scores - scores.max(-1, keepdims=True))
        vowels = ((odds * self._vowels).sum(-1) / odds.sum(-1)).sum(-1)
        # Processors differ in the last bits of an exponential. Rounding removes them.
        return (max(1, round(count)) for count in np.round(vowels, 6).tolist())

    def _scores(self, words: Sequence[str]) -> Floats:
        """Return the mean of the networks' scores for words of one length."""
        letters = np.array([[self._letters.index(letter) for letter in word] for word in words])
        total = self._networks[0].scores(letters)
        for network in self._networks[1:]:
            total += network.scores(letters)
        total /= np.float32(len(self._networks))
        return total

    def _decode(self, scores: Floats) -> NDArray[np.int64]:
        """Return the likeliest sequence of classes for each word, with exactly one primary stress."""
        picks = self._candidates(scores)
        gains = np.take_along_axis(scores, picks, -1)
        stresses = self._stresses[picks]
        edge = len(self._transitions) - 1
        # Best sum up to each candidate of a letter: before the primary stress, and from it on.
        gain = gains[:, 0] + self._transitions[edge, picks[:, 0]]
        before, since = (np.where(stresses[:, 0] == count, gain, _NEVER) for count in (0, 1))
        steps: list[_Step] = []
        for place in range(1, scores.shape[1]):
            moves = self._transitions[picks[:, place - 1, :, None], picks[:, place, None, :]]
            plain, stressed = (reached[..., None] + moves for reached in (before, since))
            gain, stress = gains[:, place], stresses[:, place]
            arrives = stress == 1
            step = _Step(plain.argmax(1), stressed.argmax(1), arrives)
            without, with_it = plain.max(1), stressed.max(1)
            steps.append(step)
            before = np.where(stress == 0, without + gain, _NEVER)
            since = np.where(arrives, without + gain, np.where(stress == 0, with_it + gain, _NEVER))
        place = (since + self._transitions[picks[:, -1], edge]).argmax(-1)
        return _trace(picks, steps, place)

    def _candidates(self, scores: Floats) -> NDArray[np.int64]:
        """Return the best classes of each letter, and its best stressed one, so that every word can have a stress."""
        best = np.argsort(-scores, axis=-1, kind="stable")[..., :_CANDIDATES]
        stressed = np.flatnonzero(self._stresses == 1)
        bearing = stressed[scores[..., stressed].argmax(-1)]
        return np.concatenate([best, bearing[..., None]], -1)


@dataclass(frozen=True, slots=True)
class _Step:
    """The best predecessor of each candidate of a letter, before the primary stress and from it on."""

    without: NDArray[np.int64]
    with_it: NDArray[np.int64]
    arrives: NDArray[np.bool_]
    """Whether the candidate itself has the stress, so that nothing before it does."""


def _trace(picks: NDArray[np.int64], steps: Sequence[_Step], place: NDArray[np.int64]) -> NDArray[np.int64]:
    """Trace the chosen candidates back from the best last one of each word."""
    rows = np.arange(len(picks))
    chosen = np.empty(picks.shape[:2], np.int64)
    chosen[:, -1] = picks[rows, -1, place]
    stressed = np.ones(len(picks), bool)
    for number in range(len(steps), 0, -1):
        step = steps[number - 1]
        after = stressed & ~step.arrives[rows, place]
        place = np.where(after, step.with_it[rows, place], step.without[rows, place])
        stressed = after
        chosen[:, number - 1] = picks[rows, number - 1, place]
    return chosen


def _named(tensors: Tensors, prefix: str) -> Tensors:
    """Return the tensors whose names start with the prefix, without the prefix."""
    return {name.removeprefix(prefix): values for name, values in tensors.items() if name.startswith(prefix)}


@cache
def load_g2p() -> GraphemeToPhoneme:
    """Return the shipped model, loaded once per process."""
    return GraphemeToPhoneme(Path(str(files("versebench.models") / "resources" / "g2p")))
