"""Tiny generators, and ``generate`` of transformers for the same search."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from tests.models.scorers.packed.tiny import tokenizer
from versebench.models.generators.contract import Hypothesis
from versebench.models.generators.generator import CausalGenerator
from versebench.models.generators.line_ends import LineEnds
from versebench.models.scorers.identity import identify
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk
from versebench.models.scorers.packed.trunk import TransformersTrunk

SHIPPED = identify("gpt2-writer", None)
VOCABULARY = 500
CONTEXT = 96
BLOCK_ROWS = 32
MANY_ENDS = frozenset(range(3, VOCABULARY, 9))
"""So many tokens end a line that lines end early, and others become hopeless."""


@lru_cache
def model(family: str, dtype: torch.dtype = torch.float32) -> Any:
    torch.manual_seed(11)
    made: Any
    if family == "gpt2":
        shape = {"n_embd": 64, "n_layer": 4, "n_head": 4, "n_positions": CONTEXT, "initializer_range": 0.3}
        made = GPT2LMHeadModel(GPT2Config(vocab_size=VOCABULARY, **shape, bos_token_id=0, eos_token_id=0))
    else:
        made = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=VOCABULARY,
                hidden_size=32,
                intermediate_size=48,
                num_hidden_layers=2,
                num_attention_heads=4,
                num_key_value_heads=2,
                max_position_embeddings=CONTEXT,
                initializer_range=0.3,
            )
        )
    return made.eval().to(dtype)


def ends(many: bool) -> LineEnds:
    return LineEnds(0, MANY_ENDS if many else frozenset({7}))


def generator(family: str, *, many: bool = True, dtype: torch.dtype = torch.float32) -> CausalGenerator:
    """Bytes are its first tokens; the others say nothing."""
    made = model(family, dtype)
    trunk = (Gpt2Trunk if family == "gpt2" else TransformersTrunk)(made, BLOCK_ROWS)
    return CausalGenerator(made, trunk, tokenizer(), ends(many), start=0, context=CONTEXT, block_rows=BLOCK_ROWS)


Found = tuple[tuple[int, ...], int | None]
"""The tokens of a line, and the one that ended it."""


def generate(
    made: Any, ids: Sequence[int], beams: int, most_tokens: int, end_tokens: frozenset[int]
) -> list[tuple[tuple[int, ...], float]]:
    """The last beam: tokens, with one that ended them, and the sum of each. ``beams`` is at least two."""
    asked = torch.tensor([list(ids)])
    with torch.inference_mode():
        found = made.generate(
            asked,
            attention_mask=torch.ones_like(asked),
            num_beams=beams,
            num_return_sequences=beams,
            length_penalty=0.0,
            early_stopping=False,
            do_sample=False,
            max_new_tokens=most_tokens,
            eos_token_id=sorted(end_tokens),
            pad_token_id=min(end_tokens),
            return_dict_in_generate=True,
            output_scores=True,
        )
    lines = []
    for row, score in zip(found.sequences[:, len(ids) :].tolist(), found.sequences_scores.tolist(), strict=True):
        stop = next((place + 1 for place, token in enumerate(row) if token in end_tokens), most_tokens)
        lines.append((tuple(row[:stop]), score))
    return lines


def greedy(
    made: Any, ids: Sequence[int], most_tokens: int, end_tokens: frozenset[int]
) -> tuple[tuple[int, ...], float]:
    """The likeliest token at each step, as a search of one beam finds it, and their sum."""
    line: list[int] = []
    total = 0.0
    while len(line) < most_tokens and not (line and line[-1] in end_tokens):
        with torch.inference_mode():
            said = made(torch.tensor([[*ids, *line]])).logits[0, -1].double().log_softmax(-1)
        line.append(int(said.argmax()))
        total += float(said[line[-1]])
    return tuple(line), total


def own_tokens(line: tuple[int, ...], end_tokens: frozenset[int]) -> tuple[int, ...]:
    return line[:-1] if line[-1] in end_tokens else line


def tokens_of(hypotheses: Sequence[Hypothesis]) -> list[tuple[int, ...]]:
    return [one.token_ids for one in hypotheses]
