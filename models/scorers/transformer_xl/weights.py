"""The tensors of a checkpoint by their published names: each is asked for with the shape it must have."""

from collections.abc import Mapping

import torch
from torch import Tensor

from versebench.models.scorers.contract import ModelLoadError

_REDUNDANT = ("inv_freq",)
"""Last parts of names that hold what is computed from the config."""


class Weights:
    """A checkpoint that notes what was taken from it, so that nothing in it is silently left out."""

    def __init__(self, tensors: Mapping[str, Tensor], model: str) -> None:
        self._tensors, self._model, self._taken = tensors, model, set[str]()

    def take(self, name: str, *shape: int) -> Tensor:
        """The tensor in fp32.

        Raises :class:`ModelLoadError` if it is missing or has another shape.
        """
        if name not in self._tensors:
            raise ModelLoadError(f"{self._model}: its weights lack {name}; fetch them again, or check config.json")
        tensor = self._tensors[name]
        if tuple(tensor.shape) != shape:
            raise ModelLoadError(
                f"{self._model}: {name} has the shape {tuple(tensor.shape)}, but config.json asks for {shape}; "
                "fetch both again, from one revision"
            )
        self._taken.add(name)
        return tensor.float()

    def take_tied(self, name: str, copy: str, *shape: int) -> Tensor:
        """A tensor that may stand under two names.

        Raises :class:`ModelLoadError` also if the two differ, as the config says that they are one.
        """
        if name not in self._tensors:
            return self.take(copy, *shape)
        tensor = self.take(name, *shape)
        if copy in self._tensors and not torch.equal(tensor, self.take(copy, *shape)):
            raise ModelLoadError(
                f"{self._model}: {copy} differs from {name}, but config.json says that they are tied; "
                "set tie_word_embeddings or proj_share_all_but_first to false, or fetch the weights again"
            )
        return tensor

    def check_all_taken(self) -> None:
        """Raises :class:`ModelLoadError` if the checkpoint holds more than the config has a use for."""
        left = sorted(name for name in self._tensors.keys() - self._taken if not name.endswith(_REDUNDANT))
        if left:
            raise ModelLoadError(
                f"{self._model}: its weights contain {left[0]} and {len(left) - 1} more that config.json does not "
                "describe; fetch both again, from one revision"
            )
