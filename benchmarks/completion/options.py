"""What is asked of the sections of the benchmark of completion."""

from dataclasses import dataclass, field
from typing import Literal

from transformers import GPT2Config

from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained

BEAM = CompleteLineBeam()
DELAYED = CompleteLineDelayedBeam()
CONSTRAINED = CompleteLineRhymeConstrained()


@dataclass(frozen=True)
class Options:
    """Rounds, where, and how much.

    ``threads`` are torch's, on both sides. ``prompt_tokens`` and ``most_tokens`` are asked of ``shape``; ``beams`` are
    compared at each number and timed at the last; of ``runs`` of a delayed beam the peer does some, in calls of
    ``batches`` and ``alone`` one after another. The shipped generator completes ``poems`` of the sample; and for
    quality ``limericks`` of the data, or all of them, with ``quality_runs`` of a delayed beam and ``workers``.
    """

    rounds: int = 2
    device: str = "cpu"
    threads: int = 2
    shape: GPT2Config = field(default_factory=lambda: GPT2Config(bos_token_id=0, eos_token_id=0))
    prompt_tokens: int = 32
    most_tokens: int = 14
    beams: tuple[int, ...] = (5, 100, BEAM.beams)
    runs: int = DELAYED.runs
    batches: tuple[int, ...] = (20, 50, 100)
    alone: int = 5
    poems: int = 10
    quality_runs: int = 100
    limericks: int | Literal["all"] = "all"
    workers: int = 2
