"""``trigrams.v1``: trigrams with lower orders behind them (Witten and Bell 1991).

A context that is followed by many different tokens gives much to the lower order. Below single tokens stands an even
share for each of ``WORDS`` words, so that no token is impossible. Ends of lines and of the verse are tokens.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log

from versebench.models.styles.registry import WORDS, Learnt, Lines, Probability, style_model

ORDER = 3

LINE_END, VERSE_END = "\n", "\n\n"
"""Tokens that no tokenizer makes."""


@dataclass(frozen=True)
class Trigrams:
    """How often each n-gram stands in the verses, how often each context, and how many tokens follow the context."""

    grams: Counter[tuple[str, ...]] = field(default_factory=Counter)
    contexts: Counter[tuple[str, ...]] = field(default_factory=Counter)
    followers: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, verse: Lines) -> None:
        """Count a verse."""
        for gram in _grams(verse):
            for start in range(ORDER):
                shorter = gram[start:]
                self.followers[shorter[:-1]] += shorter not in self.grams
                self.grams[shorter] += 1
                self.contexts[shorter[:-1]] += 1

    def probability(self, verse: Lines) -> Probability:
        """The log-probability of a verse; its tokens include the ends of lines and of the verse."""
        shares = [self.share(gram) for gram in _grams(verse)]
        return Probability(sum(map(log, shares)), len(shares))

    def share(self, gram: tuple[str, ...]) -> float:
        """The probability of the last token of a trigram after the others."""
        share = 1 / WORDS
        for start in reversed(range(ORDER)):
            context = gram[start:-1]
            times, followers = self.contexts[context], self.followers[context]
            if times:
                share = (self.grams[gram[start:]] + followers * share) / (times + followers)
        return share


@style_model("trigrams.v1")
def trigrams(learnt: Learnt) -> Trigrams:
    """Trigrams of an artist."""
    counts = Trigrams()
    for verse in learnt.verses:
        counts.add(verse)
    return counts


def _grams(verse: Lines) -> Iterator[tuple[str, ...]]:
    """The trigram that ends at each token; a verse begins after the end of another."""
    tokens = [VERSE_END] * (ORDER - 1)
    for place, line in enumerate(verse):
        tokens += line if place == 0 else (LINE_END, *line)
    tokens.append(VERSE_END)
    for stop in range(ORDER, len(tokens) + 1):
        yield tuple(tokens[stop - ORDER : stop])
