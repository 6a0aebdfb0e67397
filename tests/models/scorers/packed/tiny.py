"""Tiny models with random weights and a tokenizer of bytes, made here: nothing is downloaded."""

from functools import lru_cache
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    BloomConfig,
    BloomForCausalLM,
    GPT2Config,
    GPT2LMHeadModel,
    GPTNeoXConfig,
    GPTNeoXForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    OPTConfig,
    OPTForCausalLM,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
)

from versebench.models.scorers.packed.convention import TokenSequence, sequences

START = "<|endoftext|>"
VOCABULARY = 300
MERGES = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("o", "w"), ("i", "n"), ("Ġ", "a"), ("Ã", "©")]


@lru_cache
def tokenizer() -> Any:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    entries = [START, *alphabet, *(one + other for one, other in MERGES)]
    bpe = Tokenizer(models.BPE({entry: place for place, entry in enumerate(entries)}, MERGES))
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    bpe.add_special_tokens([START])
    return PreTrainedTokenizerFast(tokenizer_object=bpe, bos_token=START, eos_token=START)


@lru_cache
def model(family: str, context: int = 128, dtype: torch.dtype = torch.float32) -> Any:
    torch.manual_seed(7)
    shape: dict[str, Any] = {
        "vocab_size": VOCABULARY,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
    }
    shape |= {"intermediate_size": 48, "max_position_embeddings": context, "initializer_range": 0.4}
    gpt2: dict[str, Any] = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": context, "initializer_range": 0.4}
    opt: dict[str, Any] = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "ffn_dim": 48,
        "word_embed_proj_dim": 32,
    }
    made: Any
    match family:
        case "gpt2":
            made = GPT2LMHeadModel(GPT2Config(vocab_size=VOCABULARY, **gpt2))
        case "gpt2-inverse":
            made = GPT2LMHeadModel(GPT2Config(vocab_size=VOCABULARY, scale_attn_by_inverse_layer_idx=True, **gpt2))
        case "gpt2-relu":
            made = GPT2LMHeadModel(GPT2Config(vocab_size=VOCABULARY, activation_function="relu", **gpt2))
        case "llama":
            made = LlamaForCausalLM(LlamaConfig(num_key_value_heads=2, **shape))
        case "qwen2":
            made = Qwen2ForCausalLM(Qwen2Config(num_key_value_heads=2, **shape))
        case "gpt-neox":
            made = GPTNeoXForCausalLM(GPTNeoXConfig(**shape))
        case "opt":
            made = OPTForCausalLM(
                OPTConfig(vocab_size=VOCABULARY, max_position_embeddings=context, init_std=0.4, **opt)
            )
        case "mistral-window":
            made = MistralForCausalLM(MistralConfig(num_key_value_heads=2, sliding_window=150, **shape))
        case "bloom":
            made = BloomForCausalLM(
                BloomConfig(vocab_size=VOCABULARY, hidden_size=32, n_layer=2, n_head=4, initializer_range=0.4)
            )
        case _:
            raise KeyError(family)
    return made.eval().to(dtype)


def reference(of: Any, sequence: TokenSequence) -> list[float]:
    """Each scored token after its beginning, from one call of the whole model; normalised in double precision."""
    with torch.inference_mode():
        logits = of(torch.tensor([sequence.tokens]), use_cache=False).logits[0].double()
    said = torch.log_softmax(logits, -1)
    return [
        float(said[place - 1, sequence.tokens[place]]) for place in range(sequence.scored_from, len(sequence.tokens))
    ]


def plain_reference(of: Any, ids: list[int], start: int | None, context: int) -> list[float]:
    """The log-probabilities of a text's scored tokens."""
    return [value for sequence in sequences(ids, start, context) for value in reference(of, sequence)]
