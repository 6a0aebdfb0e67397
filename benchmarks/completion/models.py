"""What completion is measured on: GPT-2 small's shape with random weights, the shipped generator, and their prompts.

Random weights take as long as others. Of what they write nearly nothing ends before its last token, so that every beam
lives to the end: more work for a search than a trained model gives it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import torch
from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

from benchmarks.completion.generate import Found, Generate
from benchmarks.completion.options import DELAYED, Options
from benchmarks.scoring.texts import poems
from versebench.models.generators.contract import Generator, Hypothesis, Prompt, Uniform
from versebench.models.generators.load import load_causal_generator
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.scorers.identity import identify
from versebench.transforms.text.draws import Draws

GENERATOR = "gpt2-writer"
SEED = 1


@dataclass(frozen=True)
class Both:
    """What both sides are asked: a prompt as text, and its tokens with the start token."""

    prompt: Prompt
    ids: tuple[int, ...]


def shipped() -> str:
    """The folder of the generator that comes with the project."""
    return identify(GENERATOR, None).location


def make(config: GPT2Config, folder: Path) -> str:
    """The folder of a GPT-2 of random weights with the shipped generator's tokenizer."""
    torch.manual_seed(SEED)
    GPT2LMHeadModel(config).save_pretrained(folder)
    AutoTokenizer.from_pretrained(shipped()).save_pretrained(folder)
    return str(folder)


def for_both(folder: str, prompt: Prompt) -> Both:
    """A prompt with its tokens."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    ids = tokenizer(prompt.text, add_special_tokens=False)["input_ids"]
    return Both(prompt, (tokenizer.bos_token_id, *ids))


def asked_of(folder: str, options: Options) -> Both:
    """The end of a limerick's first four lines, with the start token as long as the options say."""
    tokenizer, length = AutoTokenizer.from_pretrained(folder), options.prompt_tokens
    for poem in poems():
        opening = poem.strip().rpartition("\n")[0] + "\n"
        ids = tokenizer(opening, add_special_tokens=False)["input_ids"][1 - length :]
        asked = for_both(folder, Prompt(tokenizer.decode(ids), options.most_tokens))
        if len(asked.ids) == length:
            return asked
    raise ValueError(f"no limerick of the sample gives a prompt of {length} tokens")


def end_tokens(folder: str) -> list[int]:
    """The end of text, and every token with a line break."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    breaks = [token for token in range(len(tokenizer)) if "\n" in tokenizer.decode([token])]
    return sorted({tokenizer.eos_token_id, *breaks})


def own(folder: str, options: Options, precision: Literal["fp32", "bf16"] = "fp32") -> Generator:
    """Our generator, beside any other that is loaded."""
    settings = GeneratorSettings(model=folder, precision=precision, device=options.device)
    return load_causal_generator(settings, identify(folder, None), threads=options.threads)


def peer(folder: str, options: Options) -> Generate:
    """``generate`` with the same model, on as many threads."""
    loaded = Generate(folder, end_tokens(folder), options.device)
    torch.set_num_threads(options.threads)
    return loaded


def delayed(generator: Generator, prompts: Sequence[Prompt], runs: int) -> list[list[list[Hypothesis]]]:
    """For each prompt some runs of a delayed beam with a recipe's defaults, the same each time."""
    return generator.delayed_beam(
        prompts,
        [streams(place, runs) for place in range(len(prompts))],
        beams=DELAYED.beams,
        sampled_tokens=DELAYED.sampled_tokens,
        top_p=DELAYED.top_p,
    )


def streams(place: int, runs: int) -> list[Uniform]:
    """The chances of each run of a prompt, from their beginning."""
    return [Draws(SEED, DELAYED.task, str(place), run).uniform for run in range(runs)]


def as_found(hypotheses: Sequence[Hypothesis]) -> list[Found]:
    """Hypotheses as they are compared."""
    return [Found(one.token_ids, one.log_probability) for one in hypotheses]
