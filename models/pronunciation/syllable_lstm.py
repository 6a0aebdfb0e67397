"""Numbers of syllables guessed from the spelling: the character LSTM of the paper (appendix A.3), run with numpy alone.

See ``training/train_syllables.py`` for the training and ``models/resources/syllables/CARD.md`` for the figures. Weights
and states are multiples of powers of two, and sums of products are exact in double precision, so a word's count is the
same in any batch.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from threadpoolctl import threadpool_limits

from versebench.models.pronunciation.g2p import LONGEST, folded

_STATE_UNITS = 2.0**20  # per 1: the grid of states, far finer than any decision
_WORDS = 4096  # counted at a time

Doubles = NDArray[np.float64]


class SyllableLstm:
    """The shipped model: an embedding of 30 over 58 characters, an LSTM of 30, 20 classes for 0 to 19 syllables."""

    def __init__(self, folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        tensors = {name: values.astype(np.float64) for name, values in load_file(folder / "model.safetensors").items()}
        self.name: str = config["name"]
        self._characters: str = config["characters"]
        # The contribution of a character to the gates does not depend on its position: compute it once.
        bias = tensors["bias_input"] + tensors["bias_state"]
        self._inputs: Doubles = _rounded(tensors["embedding"] @ tensors["weights_input"].T + bias)
        self._weights, self._output, self._bias = tensors["weights_state"], tensors["output"], tensors["output_bias"]

    def count(self, words: Sequence[str]) -> list[int]:
        """Return the syllables of each word; 0 for a word without a to z, or with more than ``LONGEST`` characters."""
        spellings = [folded(word) for word in words]
        known: dict[str, int] = {}
        by_length: dict[int, list[str]] = defaultdict(list)
        for spelling in dict.fromkeys(spellings):
            if len(spelling) > LONGEST or not any("a" <= letter <= "z" for letter in spelling):
                known[spelling] = 0
            else:
                by_length[len(spelling)].append(spelling)
        with threadpool_limits(limits=1, user_api="blas"):  # as in g2p
            for group in by_length.values():
                for start in range(0, len(group), _WORDS):
                    batch = group[start : start + _WORDS]
                    known.update(zip(batch, self._classes(batch), strict=True))
        return [known[spelling] for spelling in spellings]

    def _classes(self, spellings: Sequence[str]) -> list[int]:
        """Return the classes of words of one length."""
        numbers = np.array([[self._number(character) for character in spelling] for spelling in spellings])
        state = np.zeros((len(spellings), self._weights.shape[1]))
        cell = np.zeros_like(state)
        for column in numbers.T:
            gates = self._inputs[column] + state @ self._weights.T
            enter, keep, new, show = np.split(gates, 4, axis=1)
            cell = _rounded(_sigmoid(keep) * cell + _sigmoid(enter) * np.tanh(new))
            state = _rounded(_sigmoid(show) * np.tanh(cell))
        classes: list[int] = (state @ self._output.T + self._bias).argmax(1).tolist()
        return classes

    def _number(self, character: str) -> int:
        place = self._characters.find(character)
        return place if place >= 0 else len(self._characters)


def _sigmoid(values: Doubles) -> Doubles:
    return 1.0 / (1.0 + np.exp(-values))


def _rounded(values: Doubles) -> Doubles:
    """Round to a grid that keeps sums of products exact and hides the bits in which processors differ."""
    rounded: Doubles = np.rint(values * _STATE_UNITS) / _STATE_UNITS
    return rounded


@cache
def load_syllables() -> SyllableLstm:
    """Return the shipped model, loaded once per process."""
    return SyllableLstm(Path(str(files("versebench.models") / "resources" / "syllables")))
