"""The peer of completion: Hugging Face's ``generate`` as the papers' authors could have called it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoModelForCausalLM

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A continuation: its tokens without one that ended it, and their sum with that one, in nats; None if not told."""

    ids: Ids
    nats: float | None


class Generate:
    """A causal model on a device; ``ends`` are the tokens that end a continuation."""

    def __init__(self, folder: str, ends: Sequence[int], device: str = "cpu") -> None:
        self._model: Any = AutoModelForCausalLM.from_pretrained(folder).eval().to(device)
        self._ends, self._device = list(ends), device

    @torch.inference_mode()
    def beam(
        self, prompts: Sequence[Sequence[int]], beams: int, most_tokens: int, *, nats: bool = False
    ) -> list[list[Found]]:
        """For each prompt, all of one length, the last beam of a search that ranks by the sum.

        The sums are told where they are asked for: ``generate`` then keeps a copy of every step's log-probabilities.
        """
        found = self._generate(
            prompts,
            num_beams=beams,
            num_return_sequences=beams,
            length_penalty=0.0,
            early_stopping=False,
            do_sample=False,
            max_new_tokens=most_tokens,
            output_scores=nats,
        )
        sums = found.sequences_scores.tolist() if nats else [None] * len(found.sequences)
        length = len(prompts[0])
        lines = [Found(self._cut(row[length:]), one) for row, one in zip(found.sequences.tolist(), sums, strict=True)]
        return [lines[first : first + beams] for first in range(0, len(lines), beams)]

    @torch.inference_mode()
    def sample(self, prompt: Sequence[int], runs: int, tokens: int, top_p: float) -> list[list[int]]:
        """The first tokens of some runs by nucleus sampling, from torch's own random stream."""
        found = self._generate(
            [prompt], num_return_sequences=runs, do_sample=True, top_p=top_p, top_k=0, max_new_tokens=tokens
        )
        return [row[len(prompt) :] for row in found.sequences.tolist()]

    @torch.inference_mode()
    def nats(self, prompt: Sequence[int], continuation: Sequence[int]) -> float:
        """The sum of a continuation by the model itself, in one piece and with a precise sum."""
        ids = torch.tensor([[*prompt, *continuation]], device=self._device)
        rows = self._model(ids).logits[0, len(prompt) - 1 : -1].double().log_softmax(-1)
        return float(rows[torch.arange(len(continuation)), list(continuation)].sum())

    def _generate(self, prompts: Sequence[Sequence[int]], **how: Any) -> Any:
        ids = torch.tensor([list(prompt) for prompt in prompts], device=self._device)
        return self._model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            eos_token_id=self._ends,
            pad_token_id=self._ends[0],
            return_dict_in_generate=True,
            **how,
        )

    def _cut(self, row: Sequence[int]) -> Ids:
        end = next((place for place, token in enumerate(row) if token in self._ends), len(row))
        return tuple(row[:end])
