"""n-grams of nine orders: the structure, verses that are written from it, and probabilities, beside nltk and markovify.

Tokens include the ends of lines and verses; seconds are those of the processor. Ours writes many verses at once, and
makes lines of strings of them; the peers write one verse after the other. markovify has no 1-grams.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.ear.peers import ask
from benchmarks.ghostwriting.texts import read_verses
from benchmarks.harness import Goal
from versebench.models.ghostwriters.contract import Lines
from versebench.models.ghostwriters.ngram import MOST, NgramModel

ORDERS = range(1, MOST + 1)
TOKENS, ROUNDS, WRITTEN = 130_000, 5, 4_000
SCORED = 200
"""Verses whose probabilities are compared with nltk's."""

PEER_TOKENS = {"markovify": 20_000, "nltk": 200}


def measure(path: Path, *, peers: bool) -> dict[str, Any]:
    """The figures on the verses of a file."""
    verses = first_verses(read_verses(path), TOKENS)
    model, seconds = structure(verses)
    sampling = {f"n = {n}": {"ours": speed(model, n)} for n in ORDERS}
    figures: dict[str, Any] = {
        "verses": len(verses),
        "tokens": tokens_of(verses),
        "structure_seconds": seconds,
        "structure_bytes_a_token": size(model) / len(model.positions.order),
    }
    if peers:
        figures["greatest_difference_from_nltk"] = difference(verses[:SCORED])
        for peer, tokens in PEER_TOKENS.items():
            for name, other in peer_speeds(peer, verses, tokens).items():
                sampling[name][peer] = other
                sampling[name][f"times_{peer}"] = sampling[name]["ours"] / other
    return {**figures, "tokens_a_second": sampling}


def first_verses(verses: Sequence[Lines], tokens: int) -> Sequence[Lines]:
    """The first verses, until they have so many tokens."""
    up_to = accumulate(tokens_of([verse]) for verse in verses)
    return verses[: sum(count < tokens for count in up_to) + 1]


def tokens_of(verses: Sequence[Lines]) -> int:
    """The tokens of verses, without ends."""
    return sum(map(len, chain.from_iterable(verses)))


def marked(verse: Lines) -> list[str]:
    """The tokens of a verse with the marks of its ends, as the peers get them."""
    return [*[token for line in verse for token in (*line, "<line>")][:-1], "<verse>"]


def structure(verses: Sequence[Lines]) -> tuple[NgramModel, float]:
    """The n-grams of all orders, and the seconds that they take."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        model = NgramModel.of(verses, ORDERS)
        seconds.append(time.process_time() - start)
    return model, median(seconds)


def size(model: NgramModel) -> int:
    """The bytes of the arrays of a structure."""
    text = model.positions.text
    arrays = [text.tokens.nbytes, text.before.nbytes, text.starts.nbytes, model.positions.order.nbytes]
    return sum(arrays) + sum(each.first.nbytes + each.count.nbytes for each in model.contexts.values())


def speed(model: NgramModel, n: int) -> float:
    """The tokens that one order writes in a second, with the ends of lines and verses."""
    speeds = []
    for seed in range(ROUNDS):
        start = time.process_time()
        written = [lines for lines, _ in model.write(n, seed, WRITTEN, most=2_000)]
        seconds = time.process_time() - start
        speeds.append((tokens_of(written) + sum(map(len, written))) / seconds)
    return median(speeds)


def difference(verses: Sequence[Lines]) -> float:
    """The greatest difference of a probability from that of nltk."""
    theirs = ask("ngrams", "probabilities", given=_given(verses, ORDERS))
    model = NgramModel.of(verses, ORDERS)
    return max(float(np.abs(model.probabilities(n) - np.array(theirs[str(n)])).max()) for n in ORDERS)


def peer_speeds(peer: str, verses: Sequence[Lines], tokens: int) -> dict[str, float]:
    """The tokens that a peer writes in a second, for each order that it has."""
    orders = [n for n in ORDERS if n > 1 or peer != "markovify"]
    written = ask("ngrams", peer, given={**_given(verses, orders), "tokens": tokens})
    return {f"n = {n}": written[str(n)]["tokens"] / written[str(n)]["seconds"] for n in orders}


def _given(verses: Sequence[Lines], orders: Sequence[int]) -> dict[str, Any]:
    return {"verses": [marked(verse) for verse in verses], "orders": list(orders)}


def goals(found: Mapping[str, Any]) -> Iterator[Goal]:
    """The goals of n-grams; the slowest order counts."""
    yield Goal("n-grams, seconds of the structure", found["structure_seconds"], 0.5, "{:.2f}", at_most=True)
    yield Goal("n-grams, bytes a token", found["structure_bytes_a_token"], 150, "{:.0f}", at_most=True)
    for peer, bound in (("markovify", 5), ("nltk", 300)):
        times = [speeds[f"times_{peer}"] for speeds in found["tokens_a_second"].values() if f"times_{peer}" in speeds]
        if times:
            yield Goal(f"n-grams, times as fast as {peer}", min(times), bound)
    if "greatest_difference_from_nltk" in found:
        difference = found["greatest_difference_from_nltk"]
        yield Goal("n-grams, difference from nltk", difference, 1e-12, "{:.0e}", at_most=True)
