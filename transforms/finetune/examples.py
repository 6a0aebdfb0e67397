"""The tokens of prompts and poems, and the order in which they are learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from versebench.models.poets.contract import Message, plain_text

NOT_PREDICTED = -100
"""The label of a token that counts nothing in the loss."""


@dataclass(frozen=True, slots=True)
class Example:
    """Tokens of a prompt, a poem and its end, of which the first ``prompt`` are the prompt."""

    tokens: tuple[int, ...]
    prompt: int

    def labels(self, loss: str) -> tuple[int, ...]:
        """The tokens that are predicted; those of the prompt are not, if the loss is of the answer."""
        hidden = self.prompt if loss == "answer" else 0
        return (NOT_PREDICTED,) * hidden + self.tokens[hidden:]


def example(tokenizer: Any, messages: Sequence[Message], poem: str) -> Example:
    """A prompt with its poem, as ``causal.v1`` asks: by the chat template, else as plain text after the start token."""
    if getattr(tokenizer, "chat_template", None):
        chat = [{"role": message.role, "content": message.content} for message in messages]
        text = tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
        prompt = list(tokenizer.encode(text, add_special_tokens=False))
    else:
        start = [] if tokenizer.bos_token_id is None else [tokenizer.bos_token_id]
        prompt = [*start, *tokenizer.encode(plain_text(messages), add_special_tokens=False)]
    answer = [*tokenizer.encode(poem, add_special_tokens=False), tokenizer.eos_token_id]
    return Example((*prompt, *answer), len(prompt))


def steps_of(examples: int, epochs: float, of_step: int) -> int:
    """Steps in which each example is seen ``epochs`` times; the last step is filled with examples of the next epoch."""
    return max(1, int(np.ceil(examples * epochs / of_step)))


def places_of_step(step: int, of_step: int, examples: int, seed: int) -> list[int]:
    """The examples of a step, counted from 0. Each epoch has an order of its own."""
    first = step * of_step
    epochs = range(first // examples, (first + of_step - 1) // examples + 1)
    orders = {epoch: np.random.default_rng([seed, epoch]).permutation(examples) for epoch in epochs}
    return [int(orders[place // examples][place % examples]) for place in range(first, first + of_step)]
