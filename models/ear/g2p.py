"""Pronunciations guessed from the spelling: a small convolutional network, run with numpy alone.

Each letter is given the phones that it stands for (none, one or two); see ``scripts/train_g2p.py`` for the training and
``models/resources/g2p/CARD.md`` for the figures. All sums are sums of whole numbers that stay below 2**24, where
single precision is exact, or below 2**53 in double precision. So their order does not count, and a spelling has the
same phones in any batch, with any number of threads, on any machine.
"""

import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

LONGEST = 64
"""Letters; a longer spelling is not read. The longest word of English dictionaries has 45."""

_ROWS = 4096  # letters computed at a time: bounds the memory to about 50 MB
_LETTERS = str.maketrans(
    {"’": "'", "‘": "'", "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "th", "þ": "th", "ł": "l", "đ": "d", "ı": "i"}
)
_PASSED_OVER = "-‐‑ .\u00ad"

Floats = NDArray[np.float32]


def folded(word: str) -> str:
    """The word in lower case without accents, ligatures as two letters, apostrophes straight."""
    plain = unicodedata.normalize("NFKD", word.lower().translate(_LETTERS)).translate(_LETTERS)
    return "".join(one for one in plain if not unicodedata.combining(one))


def spelled(word: str, letters: str) -> str:
    """The word in the letters of the model: folded, with hyphens and full stops passed over.

    Empty where the word has no letter, or holds something that cannot be read by letters (digits, other scripts).
    """
    kept = "".join(one for one in folded(word) if one not in _PASSED_OVER)
    return kept if any(one.isalpha() for one in kept) and all(one in letters for one in kept) else ""


@dataclass(frozen=True, slots=True)
class Layer:
    """A convolution over letters: whole-number weights with a scale for each channel that they make."""

    gain: Floats
    shift: Floats
    weights: Floats
    scale: Floats
    bias: Floats

    @classmethod
    def read(cls, name: str, tensors: dict[str, NDArray[Any]]) -> "Layer":
        """The layer of this name; its norm comes with it."""
        parts = (tensors[f"{name}.{part}"].astype(np.float32) for part in ("gain", "shift", "weights", "scale", "bias"))
        return cls(*parts)

    def normed(self, state: Floats, most: int) -> Floats:
        """Each letter's values brought to mean 0 and variance 1, then to whole numbers from -``most`` to ``most``."""
        # Sums of whole numbers in double precision: exact, so no order of adding can change them.
        exact = state.astype(np.float64)
        total, squares = exact.sum(-1, keepdims=True), np.einsum("...i,...i->...", exact, exact)[..., None]
        width = state.shape[-1]
        mean = total / width
        spread = np.sqrt(squares / width - mean * mean + 1e-5)
        result: Floats = (state - mean.astype(np.float32)) * (1 / spread).astype(np.float32)
        result = np.rint(result * self.gain + self.shift)
        np.clip(result, -most, most, out=result)
        return result

    def mix(self, inputs: Floats) -> Floats:
        """The products' exact sums, scaled once."""
        result = inputs @ self.weights
        result *= self.scale
        result += self.bias
        return result


class GraphemeToPhoneme:
    """The shipped model. ``pronounce`` is asked for many words at once."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        tensors = load_file(folder / "model.safetensors")
        self.name: str = config["name"]
        self._letters: str = config["letters"]
        self._most: int = config["most"]
        self._classes = [tuple(piece.split()) for piece in config["classes"]]
        self._taps = tensors["letters"].astype(np.float32)
        self._layers = [Layer.read(f"layers.{number}", tensors) for number in range(config["recipe"]["layers"])]
        self._output = Layer.read("output", tensors)
        stresses = np.array([sum(phone.endswith("1") for phone in piece) for piece in self._classes])
        self._unstressed, self._stressed = np.flatnonzero(stresses == 0), np.flatnonzero(stresses == 1)

    def pronounce(self, spellings: Sequence[str]) -> list[tuple[str, ...]]:
        """The likeliest phones of each word, in ARPAbet, with exactly one primary stress.

        Empty for what has no letter from a to z, what cannot be read by letters, and what is longer than ``LONGEST``.
        """
        words = [spelled(spelling, self._letters) for spelling in spellings]
        known: dict[str, tuple[str, ...]] = {"": ()}
        by_length: dict[int, list[str]] = defaultdict(list)
        for word in dict.fromkeys(words):
            if len(word) > LONGEST:
                known[word] = ()
            elif word:
                by_length[len(word)].append(word)
        for length, group in by_length.items():
            size = max(1, _ROWS // length)
            for start in range(0, len(group), size):
                batch = group[start : start + size]
                known.update(zip(batch, self._phones(batch), strict=True))
        return [known[word] for word in words]

    def _phones(self, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
        """Phones of words of one length."""
        classes = self._decode(self._scores(words))
        return (tuple(phone for place in row for phone in self._classes[place]) for row in classes.tolist())

    def _scores(self, words: Sequence[str]) -> Floats:
        numbers = np.array([[self._letters.index(letter) for letter in word] for word in words])
        state = self._first(numbers)
        for layer in self._layers:
            change = layer.mix(_windows(layer.normed(state, self._most), len(layer.weights)))
            state += np.rint(np.maximum(change, 0, out=change), out=change).reshape(state.shape)
        return self._output.mix(self._output.normed(state, self._most))

    def _first(self, numbers: NDArray[np.int64]) -> Floats:
        """What each letter and its neighbours put in, looked up in a table for each place."""
        length, reach = numbers.shape[1], len(self._taps) // 2
        padded = np.pad(numbers, ((0, 0), (reach, reach)), constant_values=len(self._letters))
        state: Floats = self._taps[0][padded[:, :length]]
        for place, tap in enumerate(self._taps[1:], 1):
            state += tap[padded[:, place : place + length]]
        return state

    def _decode(self, scores: Floats) -> NDArray[np.int64]:
        """The best classes with one primary stress among them: where moving to a stressed class costs least."""
        plain, stressed = scores[..., self._unstressed], scores[..., self._stressed]
        best: NDArray[np.int64] = self._unstressed[plain.argmax(-1)]
        place = (stressed.max(-1) - plain.max(-1)).argmax(-1)
        rows = np.arange(len(scores))
        best[rows, place] = self._stressed[stressed[rows, place].argmax(-1)]
        return best


def _windows(values: Floats, inputs: int) -> Floats:
    """Beside the values of each letter those of its neighbours, as rows of ``inputs`` values."""
    words, length, width = values.shape
    reach = inputs // width // 2
    padded = np.pad(values, ((0, 0), (reach, reach), (0, 0)))
    row, step, item = padded.strides
    # One copy of overlapping rows: the values of neighbouring letters lie next to each other.
    view = np.lib.stride_tricks.as_strided(padded, (words, length, inputs), (row, step, item), writeable=False)
    return view.reshape(words * length, inputs)


@cache
def load_g2p() -> GraphemeToPhoneme:
    """The shipped model, once per process."""
    return GraphemeToPhoneme(Path(str(files("models") / "resources" / "g2p")))
