"""Scorers that transformers loads, each with a tokenizer of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import torch
from tokenizers import Tokenizer
from transformers import PreTrainedTokenizerFast

from training.scorers.trainee import Trainee


class HuggingFaceTrainee(Trainee):
    """A scorer in the layout of transformers."""

    settings: ClassVar[dict[str, Any]]
    """Of the tokenizer: its special tokens, and the length of a text."""
    _tokenizer: Tokenizer
    _model: Any

    def _encode(self, lines: list[str]) -> list[list[int]]:
        return [line.ids for line in self._tokenizer.encode_batch_fast(lines, add_special_tokens=False)]

    def write(self, folder: Path) -> None:
        """Config and tokenizer; the tokenizer without indentation, as bytes are few."""
        config = self._model.config
        config.architectures = [type(self._model).__name__]
        # fp16 is how the weights are stored, and fp32 what is to be computed in.
        config.dtype = torch.float32
        config.save_pretrained(folder)
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=self._tokenizer, **self.settings)
        tokenizer.save_pretrained(folder)
        (folder / "tokenizer.json").write_text(tokenizer.backend_tokenizer.to_str(pretty=False), encoding="utf-8")
