"""Trains ``gpt2-tang``, which writes Tang poems from titles: ``python -m training.train_poet --data FILE``.

``FILE`` is ``tang_poems.jsonl.gz``, the Quan Tang Shi in the layout of chinese-poetry, one JSON object a line. One
thread is used, because sums differ between thread counts.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file

from training.cards import RESOURCES, rows, shipped_card, with_rows
from training.poets.corpus import TitledCorpus, build_titled, read_titled
from training.poets.tang import Gpt2Tang
from training.scorers.folder import FIGURES, rounded
from training.scorers.trainee import HeldOut, Progress, train
from versebench.models.poets.training_titles import LINES, TITLES, hashes_of, write_hashes
from versebench.transforms.proftap.titles import title_key

CHECKPOINTS = 10
"""How often a run is saved, its end included."""

log = logging.getLogger("train_poet")


def save(poet: Gpt2Tang, corpus: TitledCorpus, progress: Progress, out: Path) -> HeldOut:
    """Write the folder of the poet as it is now, with its card, and what it was trained on as hashes."""
    out.mkdir(parents=True, exist_ok=True)
    with rounded(poet.parameters) as halves, torch.no_grad():
        held_out = poet.measure(1)
        poet.write(out)
        save_file(halves, out / "model.safetensors", metadata={"format": "pt"})
    (out / "model.safetensors").chmod(0o644)  # safetensors writes for its owner only
    write_hashes(hashes_of(title_key(poem.title) for poem in corpus.train), out / TITLES)
    write_hashes(hashes_of(title_key(line) for poem in corpus.train for line in poem.lines), out / LINES)
    (out / "CARD.md").write_text(render_card(poet, corpus, progress, held_out), encoding="utf-8")
    return held_out


def render_card(poet: Gpt2Tang, corpus: TitledCorpus, progress: Progress, held_out: HeldOut) -> str:
    """The shipped card with the figures of this run."""
    card, schedule = shipped_card(poet.name), poet.schedule
    figures = {
        "parameters": f"{sum(value.numel() for value in poet.parameters.values()):,}, stored in fp16; safetensors",
        "training data": f"{len(corpus.train):,} poems, {sum(poet.counts):,} tokens",
        "tokens read": f"{progress.read:,}; {progress.predicted:,} of them predicted",
        "schedule": f"{progress.step:,} of {schedule.steps:,} steps of at most {schedule.batch_tokens:,} tokens",
        "optimiser": (
            f"AdamW, warm-up, then cosine from {schedule.learning_rate:g}; seed {schedule.seed}; products in bf16"
        ),
        "training time": (
            f"{progress.seconds / 60:.0f} minutes, {progress.read / progress.seconds:,.0f} tokens/s on one CPU thread"
        ),
        "held-out perplexity per token": f"**{held_out.token_perplexity:.2f}** over {held_out.tokens:,} tokens",
        **{f"left out: {reason}": f"{count:,} poems" for reason, count in sorted(corpus.left_out.items())},
    }
    return with_rows(card, FIGURES, {**rows(card, FIGURES), **figures})


def parse_args(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.train_poet", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="tang_poems.jsonl.gz")
    parser.add_argument("--out", type=Path, default=RESOURCES, help="where the folder is written")
    args = parser.parse_args(argv)
    if not args.data.is_file():
        parser.error(f"{args.data} is not there; name tang_poems.jsonl.gz with --data")
    return args


def main(argv: Sequence[str] | None = None) -> None:
    """Reads the data, trains and writes the folder."""
    args = parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
    left_out: Counter[str] = Counter()
    corpus = build_titled(read_titled(args.data, left_out), left_out)
    poems, others, characters = map(len, (corpus.train, corpus.held_out, corpus.known))
    log.info("%d training poems, %d held out, %d characters", poems, others, characters)
    poet = Gpt2Tang(corpus)
    total = poet.schedule.steps
    for progress in train(poet):
        if progress.step % max(1, total // CHECKPOINTS) == 0 or progress.step == total:
            found = save(poet, corpus, progress, args.out / poet.name)
            log.info("step %d held-out perplexity: %.3f per character", progress.step, found.token_perplexity)


if __name__ == "__main__":
    main()
