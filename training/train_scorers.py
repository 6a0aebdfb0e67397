"""Trains the small language models that ship with the project: ``python -m training.train_scorers --model bert-verse``.

All from scratch on public-domain verse, so that a release is made without a download. Without ``--model``, all are made
one after the other. One thread is used, because sums differ between thread counts.
"""

from __future__ import annotations

import argparse
import logging
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch

from training.cards import RESOURCES, ROOT, shipped_card
from training.scorers.bert import BertSelector, BertVerse
from training.scorers.corpus import Corpus, build_corpus, read_excluded, read_poems
from training.scorers.folder import save
from training.scorers.gpt2 import Gpt2Checker, Gpt2Verse, Gpt2Writer
from training.scorers.trainee import Trainee, train
from training.scorers.transformer_xl import TransformerXlVerse
from training.scorers.xlnet import XlnetVerse

TRAINEES: dict[str, type[Trainee]] = {
    trainee.name: trainee
    for trainee in (XlnetVerse, BertVerse, BertSelector, TransformerXlVerse, Gpt2Writer, Gpt2Checker, Gpt2Verse)
}
CHECKPOINTS = 10
"""How often a run is saved, its end included."""
SAMPLED = 10
"""One held-out run in so many is measured for a checkpoint."""

log = logging.getLogger("train_scorers")


def make(name: str, corpus: Corpus, steps: int | None, out: Path) -> None:
    """Trains one scorer and writes its folder, with checkpoints on the way."""
    shipped_card(name)  # a missing card is reported before the training, not after it
    trainee = TRAINEES[name](corpus)
    if steps is not None:
        trainee.schedule = replace(trainee.schedule, steps=steps)
    total = trainee.schedule.steps
    log.info("%s: %s tokens in the data", name, f"{sum(trainee.counts):,}")
    for progress in train(trainee):
        if progress.step % max(1, total // CHECKPOINTS) == 0 or progress.step == total:
            final = progress.step == total
            found = save(trainee, corpus, progress, out / name, 1 if final else SAMPLED)
            log.info(
                "%s step %d held-out perplexity: %.3f per token, %.2f per word",
                name,
                progress.step,
                found.token_perplexity,
                found.word_perplexity,
            )
    log.info("%s: the figures of its card are new; read its prose, and correct it", name)


def parse_args(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.train_scorers", description=__doc__)
    parser.add_argument("--model", choices=sorted(TRAINEES), help="train only this scorer (default: all)")
    parser.add_argument("--data", type=Path, required=True, help="folder with poems.jsonl.gz")
    parser.add_argument(
        "--exclude",
        type=Path,
        nargs="+",
        required=True,
        help="texts to keep out of training: files with one JSON object with `lines` per line",
    )
    parser.add_argument("--out", type=Path, default=RESOURCES, help="where the folders are written")
    parser.add_argument("--steps", type=int, help="number of steps, instead of the default")
    args = parser.parse_args(argv)
    for path in (args.data / "poems.jsonl.gz", *args.exclude):
        if not path.is_file():
            parser.error(f"{path} is not there; name the data with --data and --exclude")
    if args.steps is not None and args.steps < 1:
        parser.error(f"--steps is {args.steps}; it must be at least 1")
    return args


def main(argv: Sequence[str] | None = None) -> None:
    """Reads the data, trains and writes the folders."""
    args = parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
    excluded = [text for path in (*args.exclude, ROOT / "samples" / "limericks.json") for text in read_excluded(path)]
    corpus = build_corpus(read_poems(args.data / "poems.jsonl.gz"), excluded)
    log.info("%d training poems, %d held out", len(corpus.train), len(corpus.held_out))
    for name in [args.model] if args.model else TRAINEES:
        make(name, corpus, args.steps, args.out)


if __name__ == "__main__":
    main()
