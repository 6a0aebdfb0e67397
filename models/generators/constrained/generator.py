"""Finds the most probable lines that end with one of given words and fit a metre.

Beginnings of the line are written token by token, as in beam search, but never with a token that could not stand in a
clean line. If a beginning ends with a whole word and its syllables leave room for exactly an ending, the two form a
candidate. Finally, the search finds the best beginning of each ending
(:mod:`versebench.models.generators.constrained.endings`). So rhyme and length hold by construction, and no
beginning is discarded because its own line would end with another word.

The result for a prompt depends only on that prompt: the rows of a search depend on no other search
(:mod:`versebench.models.generators.nodes`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from versebench.models.generators.constrained.beginnings import (
    LEAST_WORDS,
    Beginning,
    Child,
    Floats,
    Ints,
    Offer,
    living,
    measured,
    start,
)
from versebench.models.generators.constrained.distribution import columns_of_rows, read_distribution
from versebench.models.generators.constrained.endings import TRIED, EndingSearch, Line, SpeltEnding
from versebench.models.generators.constrained.vocabulary import LineVocabulary
from versebench.models.generators.contract import Ending, Hypothesis, Metre
from versebench.models.generators.head import Head
from versebench.models.generators.nodes import NodePool


@dataclass(frozen=True)
class LineToWrite:
    """A request: the tokens of the prompt, and the constraints of the line."""

    prompt: Sequence[int]
    most_tokens: int
    endings: Sequence[Ending]
    metre: Metre


def constrained(
    pool: NodePool, head: Head, vocabulary: LineVocabulary, lines: Sequence[LineToWrite], beams: int
) -> list[list[Hypothesis]]:
    """Return the hypotheses of each line, at most one per ending, the most probable first.

    ``beams`` is the number of live beginnings at each step. All lines are searched at once: :func:`most_nodes` returns
    the room that each needs. A line without endings, or a generator without a final mark, yields nothing.
    """
    searches = [_Search(line, vocabulary, beams) for line in lines]
    able = [search for search in searches if search.endings]
    if able:
        _write_beginnings(pool, head, vocabulary, able, beams)
        endings = [search.ending_search() for search in able]
        _write_endings(pool, head, able, endings)
        for search, ending in zip(able, endings, strict=True):
            search.lines = ending.lines()
    return [[_hypothesis(line, vocabulary) for line in search.lines] for search in searches]


def most_nodes(line: LineToWrite, vocabulary: LineVocabulary, beams: int) -> int:
    """Return the most nodes that a search needs: prompt, beginnings, and pairs of a beginning and an ending."""
    longest = max((len(vocabulary.spell(ending.word)) for ending in line.endings), default=0)
    return len(line.prompt) + beams * line.most_tokens + max(TRIED * beams, len(line.endings)) * longest


class _Search:
    """The search for one line: its live beginnings, those that an ending can follow, and then its endings."""

    def __init__(self, line: LineToWrite, vocabulary: LineVocabulary, beams: int) -> None:
        endings = line.endings if vocabulary.finals else ()
        spelt = [(ending, tokens) for ending in endings if (tokens := vocabulary.spell(ending.word))]
        asked = sorted({token for _, tokens in spelt for token in tokens}.union(vocabulary.finals))
        place = {token: column for column, token in enumerate(asked)}
        self.line, self._vocabulary, self._beams = line, vocabulary, beams
        self.columns: Ints = np.array(asked, dtype=np.int64)
        self.endings = [SpeltEnding(one, tokens, tuple(place[token] for token in tokens)) for one, tokens in spelt]
        self._finals = tuple((token, place[token]) for token in vocabulary.finals)
        self._fewest_tokens = min((len(tokens) for _, tokens in spelt), default=0)
        self._most_syllables = line.metre.most - min((one.syllables for one, _ in spelt), default=0)
        self.live: list[Beginning] = []
        self.lines: list[Line] = []
        self._whole: list[Beginning] = []
        self._log_probabilities: list[Floats] = []

    def next_beginnings(self, offers: Sequence[Offer], log_probabilities: Floats) -> list[Child]:
        """Keep the beginnings that an ending can follow, and return the next continuations of live beginnings."""
        for beginning, row in zip(self.live, log_probabilities, strict=True):
            if len(beginning.words) >= LEAST_WORDS and (beginning.syllables or 0) <= self._most_syllables:
                self._whole.append(beginning)
                self._log_probabilities.append(row[: len(self.columns)].copy())
        # Room for the next token, an ending and a final mark.
        if len(self.live[0].tokens) + 1 + self._fewest_tokens + 1 > self.line.most_tokens:
            return []
        return living(self.live, offers, self._vocabulary.pieces, self._most_syllables - 1, self._beams)

    def ending_search(self) -> EndingSearch:
        """Return the search for the best beginning of each ending."""
        return EndingSearch(
            self._whole,
            self._log_probabilities,
            self.endings,
            self._finals,
            self.line.metre,
            self.line.most_tokens,
            self._beams,
        )


def _write_beginnings(
    pool: NodePool, head: Head, vocabulary: LineVocabulary, searches: Sequence[_Search], beams: int
) -> None:
    nodes, hidden = pool.plant([search.line.prompt for search in searches])
    for search, node in zip(searches, nodes.tolist(), strict=True):
        search.live = [start(node)]
    kinds = (vocabulary.opens, vocabulary.starts)
    while searches:
        columns = columns_of_rows([search.columns for search in searches], [len(search.live) for search in searches])
        offers, log_probabilities = read_distribution(head, hidden, kinds, columns, beams)
        going_on, children = [], []
        for search, rows in zip(searches, _slices([len(search.live) for search in searches]), strict=True):
            some = search.next_beginnings(
                [Offer(one.tokens[rows], one.scores[rows]) for one in offers], log_probabilities[rows]
            )
            if some:
                going_on.append(search)
                children.append(some)
        searches, kinds = going_on, (vocabulary.opens, vocabulary.joins)
        if searches:
            hidden = _grow_beginnings(pool, searches, children)


def _grow_beginnings(pool: NodePool, searches: Sequence[_Search], children: Sequence[Sequence[Child]]) -> torch.Tensor:
    parents = [
        search.live[child.parent].node for search, some in zip(searches, children, strict=True) for child in some
    ]
    tokens = [child.token for some in children for child in some]
    nodes, hidden = pool.grow(np.array(parents), np.array(tokens), _numbers(children))
    for search, some, rows in zip(searches, children, _slices([len(some) for some in children]), strict=True):
        search.live = [
            measured(node, search.live[child.parent], child, search.line.metre)
            for node, child in zip(nodes[rows].tolist(), some, strict=True)
        ]
    return hidden


def _write_endings(pool: NodePool, head: Head, searches: Sequence[_Search], endings: Sequence[EndingSearch]) -> None:
    while True:
        wanted = [ending.wanted() for ending in endings]
        asking = [number for number, some in enumerate(wanted) if some]
        if not asking:
            return
        some = [wanted[number] for number in asking]
        parents, tokens = zip(*(pair for pairs in some for pair in pairs), strict=True)
        nodes, hidden = pool.grow(np.array(parents), np.array(tokens), _numbers(some))
        columns = columns_of_rows([searches[number].columns for number in asking], [len(pairs) for pairs in some])
        _, log_probabilities = read_distribution(head, hidden, (), columns, 0)
        for number, rows in zip(asking, _slices([len(pairs) for pairs in some]), strict=True):
            endings[number].advance(wanted[number], nodes[rows].tolist(), log_probabilities[rows])


def _hypothesis(line: Line, vocabulary: LineVocabulary) -> Hypothesis:
    return Hypothesis(vocabulary.text(line.tokens), line.tokens, line.score, "final_mark")


def _numbers(parts: Sequence[Sequence[object]]) -> Ints:
    """Return for every member the number of its part."""
    return np.repeat(np.arange(len(parts)), [len(part) for part in parts])


def _slices(lengths: Sequence[int]) -> list[slice]:
    """Return the slice of each of some consecutive parts."""
    ends = np.cumsum(lengths).tolist()
    return [slice(end - length, end) for end, length in zip(ends, lengths, strict=True)]
