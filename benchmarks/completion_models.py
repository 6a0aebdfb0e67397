"""What completion is measured on: GPT-2 small's shape with random weights, the shipped writer, and their prompts.

Random weights take as long as others. Of what they write nearly nothing ends before its last token, so that every beam
lives to the end: more work for a search than a trained model gives it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

from benchmarks.completion_generate import Found, Generate
from benchmarks.completion_options import DELAYED, Options
from benchmarks.scoring_texts import poems
from models.judges.contract import Precision
from models.judges.identity import identify
from models.writers.contract import Hypothesis, Prompt, Uniform, Writer
from models.writers.settings import WriterSettings
from transforms.draws import Draws

WRITER = "gpt2-writer"
SEED = 1


@dataclass(frozen=True)
class Asked:
    """A prompt as text, and as tokens with the start token."""

    prompt: Prompt
    ids: tuple[int, ...]


def shipped() -> str:
    """The folder of the writer that comes with the project."""
    return identify(WRITER, None).location


def make(config: GPT2Config, folder: Path) -> str:
    """The folder of a GPT-2 of random weights with the shipped writer's tokenizer."""
    torch.manual_seed(SEED)
    GPT2LMHeadModel(config).save_pretrained(folder)
    AutoTokenizer.from_pretrained(shipped()).save_pretrained(folder)
    return str(folder)


def asked(folder: str, text: str, most_tokens: int) -> Asked:
    """A text to be gone on with for so many tokens."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    return Asked(Prompt(text, most_tokens), (tokenizer.bos_token_id, *ids))


def asked_of(folder: str, options: Options) -> Asked:
    """The end of a limerick's first four lines, with the start token as long as the options say."""
    tokenizer, length = AutoTokenizer.from_pretrained(folder), options.prompt_tokens
    for text in map(opening, poems()):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"][1 - length :]
        cut = asked(folder, tokenizer.decode(ids), options.most_tokens)
        if len(cut.ids) == length:
            return cut
    raise ValueError(f"no limerick of the sample is a prompt of {length} tokens")


def opening(poem: str) -> str:
    """All lines of a poem but the last, and a line break."""
    return poem.strip().rpartition("\n")[0] + "\n"


def end_tokens(folder: str) -> list[int]:
    """The end of text, and every token with a line break."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    breaks = [token for token in range(len(tokenizer)) if "\n" in tokenizer.decode([token])]
    return sorted({tokenizer.eos_token_id, *breaks})


def own(folder: str, options: Options, precision: Precision = "fp32") -> Writer:
    """Our writer, beside any other that is loaded."""
    raise NotImplementedError(WriterSettings(model=folder, precision=precision, device=options.device))


def peer(folder: str, options: Options) -> Generate:
    """``generate`` with the same model, on as many threads."""
    loaded = Generate(folder, end_tokens(folder), options.device)
    torch.set_num_threads(options.threads)
    return loaded


def delayed(writer: Writer, prompt: Prompt, runs: int) -> list[list[Hypothesis]]:
    """Some runs of a delayed beam with a recipe's defaults, the same each time."""
    chances: list[Uniform] = [Draws(SEED, DELAYED.task, "benchmark", run).uniform for run in range(runs)]
    (found,) = writer.delayed_beam(
        [prompt], [chances], beams=DELAYED.beams, sampled_tokens=DELAYED.sampled_tokens, top_p=DELAYED.top_p
    )
    return found


def as_found(hypotheses: Sequence[Hypothesis]) -> list[Found]:
    """Hypotheses as they are compared."""
    return [Found(one.token_ids, one.log_probability) for one in hypotheses]
