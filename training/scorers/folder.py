"""The folder of a trained scorer: weights in fp16, token counts, and a card with the figures of the run."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from training.cards import rows, shipped_card, warn_unless_stated, with_accuracies, with_rows
from training.scorers.corpus import CHARACTERS_PER_POEM, HELD_OUT_MODULUS, SHARED_WORDS, Corpus
from training.scorers.trainee import HeldOut, Progress, Trainee

MOST_BYTES = 5_000_000
"""Of a folder: the package carries all of them."""

FIGURES = "| | |"
"""The head of the table of a card."""
UNFINISHED = "**A checkpoint of a run that has not ended; its held-out figures are of a sample.**\n\n"


def render_card(trainee: Trainee, corpus: Corpus, progress: Progress, held_out: HeldOut) -> str:
    """The shipped card with the figures of this run."""
    schedule, tokens = trainee.schedule, sum(trainee.counts)
    card = with_accuracies(shipped_card(trainee.name), "").replace(UNFINISHED, "")
    if progress.step < schedule.steps:
        card = card.replace(FIGURES, f"{UNFINISHED}{FIGURES}")
    else:
        warn_unless_stated(card, _facts(trainee, corpus))
    parameters = sum(value.numel() for value in trainee.parameters.values())
    figures = {
        "parameters": f"{parameters:,}, stored in fp16 and computed with in fp32; safetensors",
        "training data": f"{len(corpus.train):,} poems, {tokens:,} tokens",
        "tokens read": (
            f"{progress.read:,}: {progress.read / tokens:.2f} times the data; {progress.predicted:,} of them predicted"
        ),
        "schedule": f"{progress.step:,} of {schedule.steps:,} steps of at most {schedule.batch_tokens:,} tokens",
        "optimiser": (
            f"AdamW, warm-up, then cosine from {schedule.learning_rate:g}; seed {schedule.seed}; products in bf16"
        ),
        "training time": (
            f"{progress.seconds / 60:.0f} minutes, {progress.read / progress.seconds:,.0f} tokens/s on one CPU thread"
        ),
        "held-out perplexity per token": f"**{held_out.token_perplexity:.2f}** over {held_out.tokens:,} tokens",
        "held-out perplexity per word": f"**{held_out.word_perplexity:.1f}** over {held_out.words:,} words",
        **trainee.figures(),
    }
    return with_rows(card, FIGURES, {**rows(card, FIGURES), **figures})


def _facts(trainee: Trainee, corpus: Corpus) -> list[str]:
    """What the prose of a card states of a run."""
    return [
        f"the first {CHARACTERS_PER_POEM:,} characters",
        f"Held out: {len(corpus.held_out):,} poems, one in {HELD_OUT_MODULUS} by the hash of the path",
        f"Left out of training: {corpus.leaking:,} poems that share {SHARED_WORDS} consecutive words",
        f"Left out of both: {corpus.excluded:,} poems that share {SHARED_WORDS} consecutive words",
        f"--steps {trainee.schedule.steps}",
    ]


def unigrams(trainee: Trainee, corpus: Corpus) -> dict[str, Any]:
    """How often each token occurs in the training poems."""
    text = (
        f"The {len(corpus.train):,} training poems of facjure/public-domain-poetry, of each the first "
        f"{CHARACTERS_PER_POEM:,} characters to the end of a stanza."
    )
    return {"corpus": text, "tokens": sum(trainee.counts), "counts": trainee.counts}


@contextmanager
def rounded(parameters: dict[str, torch.Tensor]) -> Iterator[dict[str, torch.Tensor]]:
    """Weights in fp16, with which the model computes until the end, so that what is measured is what ships."""
    exact = {name: value.detach().clone() for name, value in parameters.items()}
    halves = {name: value.half().contiguous() for name, value in exact.items()}
    with torch.no_grad():
        for name, value in parameters.items():
            value.copy_(halves[name])
    try:
        yield halves
    finally:
        with torch.no_grad():
            for name, value in parameters.items():
                value.copy_(exact[name])


def save(trainee: Trainee, corpus: Corpus, progress: Progress, out: Path, every: int) -> HeldOut:
    """Measures, writes the whole folder aside, and moves each file into place: a reader never sees half a file."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        rounded(trainee.parameters) as halves,
        torch.no_grad(),
        tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as name,
    ):
        held_out = trainee.measure(every)
        aside = Path(name)
        trainee.write(aside)
        save_file(halves, aside / "model.safetensors", metadata={"format": "pt"})
        counts = json.dumps(unigrams(trainee, corpus), separators=(",", ":"))
        (aside / "unigrams.json").write_text(counts, encoding="utf-8")
        (aside / "CARD.md").write_text(render_card(trainee, corpus, progress, held_out), encoding="utf-8")
        files = sorted(aside.iterdir())
        total = sum(file.stat().st_size for file in files)
        if total > MOST_BYTES:
            raise ValueError(
                f"{trainee.name} has {total:,} bytes, but only {MOST_BYTES:,} are allowed; make it smaller"
            )
        for file in files:
            file.chmod(0o644)  # safetensors writes for its owner only
            os.replace(file, out / file.name)
        for stale in {file.name for file in out.iterdir()} - {file.name for file in files}:
            (out / stale).unlink()
    return held_out
