"""A convolutional network over the letters of words, run with numpy alone on whole numbers.

All sums of products are sums of whole numbers below 2**24, which single precision represents exactly, or below 2**53 in
double precision. So the order of addition does not matter, and a word has the same scores in any batch, with any number
of threads, on any machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Tensors = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Layer:
    """A convolution over letters: whole-number weights with a scale for each output channel."""

    gain: Floats
    shift: Floats
    weights: Floats
    scale: Floats
    bias: Floats

    @classmethod
    def read(cls, name: str, tensors: Tensors) -> "Layer":
        """Read the layer of this name, with its norm."""
        parts = (tensors[f"{name}.{part}"].astype(np.float32) for part in ("gain", "shift", "weights", "scale", "bias"))
        return cls(*parts)

    def normed(self, state: Floats, most: int) -> Floats:
        """Normalise each letter's values to mean 0 and variance 1, then round to whole numbers within ±``most``."""
        # Sums of whole numbers in double precision are exact in any order.
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
        """Return the exact sums of the products, scaled once."""
        result = inputs @ self.weights
        result *= self.scale
        result += self.bias
        return result


class LetterNetwork:
    """Residual convolutions. ``most`` limits the absolute inputs of a layer."""

    def __init__(self, tensors: Tensors, most: int) -> None:
        count = sum(name.startswith("layers.") and name.endswith(".weights") for name in tensors)
        self._most = most
        self._taps = tensors["letters"].astype(np.float32)
        self.layers = [Layer.read(f"layers.{number}", tensors) for number in range(count)]
        self.output = Layer.read("output", tensors)

    def scores(self, letters: NDArray[np.int64]) -> Floats:
        """Return scores of shape (words, letters, classes) for words of one length."""
        state = self._first(letters)
        for layer in self.layers:
            change = layer.mix(_windows(layer.normed(state, self._most), len(layer.weights)))
            state += np.rint(np.maximum(change, 0, out=change), out=change).reshape(state.shape)
        return self.output.mix(self.output.normed(state, self._most))

    def _first(self, letters: NDArray[np.int64]) -> Floats:
        """Return the input of each letter and its neighbours, from one table for each relative position."""
        length, reach = letters.shape[1], len(self._taps) // 2
        outside = self._taps.shape[1] - 1
        padded = np.pad(letters, ((0, 0), (reach, reach)), constant_values=outside)
        state: Floats = self._taps[0][padded[:, :length]]
        for place, tap in enumerate(self._taps[1:], 1):
            state += tap[padded[:, place : place + length]]
        return state


def _windows(values: Floats, inputs: int) -> Floats:
    """Return rows of ``inputs`` values: those of each letter and its neighbours."""
    words, length, width = values.shape
    reach = inputs // width // 2
    padded = np.pad(values, ((0, 0), (reach, reach), (0, 0)))
    row, step, item = padded.strides
    # One copy of overlapping rows: neighbouring letters are adjacent in memory.
    view = np.lib.stride_tricks.as_strided(padded, (words, length, inputs), (row, step, item), writeable=False)
    return view.reshape(words * length, inputs)
