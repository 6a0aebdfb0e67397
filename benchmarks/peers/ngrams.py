"""n-grams by nltk and markovify. Run by ``benchmarks.ghostwriting`` in the peers' environment.

    .venv-peers/bin/python benchmarks/peers/ngrams.py probabilities|nltk|markovify < given.json

In: ``verses``, each a list of tokens with the marks of its ends; ``orders``; and for sampling the number of ``tokens``.
Out, for probabilities: for each order, nltk's maximum likelihood of each token, verse after verse, given the n - 1
before it. Out, for sampling: for each order, the tokens that were drawn and the seconds of the processor they took.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random

START, END = "<start>", "<verse>"

Verses = Sequence[Sequence[str]]


def nltk_model(verses: Verses, n: int) -> object:
    """nltk's model of n-grams of one order."""
    from nltk.lm import MLE  # type: ignore[import-not-found]

    model = MLE(n)
    grams = ([tuple(tokens[end - n : end]) for end in range(n, len(tokens) + 1)] for tokens in padded(verses, n))
    model.fit(grams, {START, *(token for verse in verses for token in verse)})
    return model


def padded(verses: Verses, n: int) -> list[list[str]]:
    """Verses with marks before their start."""
    return [[START] * (n - 1) + list(verse) for verse in verses]


def probabilities(verses: Verses, n: int) -> list[float]:
    """nltk's probability of each token."""
    model = nltk_model(verses, n)
    return [
        model.score(tokens[place], tokens[place - n + 1 : place])  # type: ignore[attr-defined]
        for tokens in padded(verses, n)
        for place in range(n - 1, len(tokens))
    ]


def nltk_sampler(verses: Verses, n: int) -> Callable[[], int]:
    """Writes a verse by nltk; returns its tokens."""
    model, random = nltk_model(verses, n), Random(1)

    def write() -> int:
        tokens = [START] * (n - 1)
        while not tokens or tokens[-1] != END:
            context = tokens[len(tokens) - n + 1 :] if n > 1 else None
            tokens.append(model.generate(1, context, random))  # type: ignore[attr-defined]
        return len(tokens) - n + 1

    return write


def markovify_sampler(verses: Verses, n: int) -> Callable[[], int]:
    """Writes a verse by markovify, whose order is the length of the context; returns its tokens."""
    import markovify  # type: ignore[import-not-found]

    chain = markovify.Chain([list(verse[:-1]) for verse in verses], n - 1)
    return lambda: len(chain.walk()) + 1


def sampled(write: Callable[[], int], tokens: int) -> dict[str, float]:
    """Write verses until they have so many tokens."""
    drawn, start = 0, time.process_time()
    while drawn < tokens:
        drawn += write()
    return {"tokens": drawn, "seconds": time.process_time() - start}


def main() -> int:
    """Run the command line."""
    given = json.load(sys.stdin)
    verses, orders, asked = given["verses"], given["orders"], sys.argv[1]
    if asked == "probabilities":
        answer: object = {n: probabilities(verses, n) for n in orders}
    else:
        sampler = {"nltk": nltk_sampler, "markovify": markovify_sampler}[asked]
        answer = {n: sampled(sampler(verses, n), given["tokens"]) for n in orders}
    json.dump(answer, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
