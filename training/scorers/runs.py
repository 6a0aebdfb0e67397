"""Runs of consecutive lines of one poem, and batches of them: what every scorer is trained on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from tokenizers import Tokenizer

from training.scorers.corpus import Poem

Ids = np.ndarray
Encode = Callable[[list[str]], list[list[int]]]
"""Lines to the tokens of each."""

_POOL = 2048  # runs are sorted by length only within so many, so that batches stay mixed over poets
_POEMS_AT_ONCE = 200


@dataclass(frozen=True)
class Breaks:
    """The tokens of a line break, and of a break between stanzas."""

    line: tuple[int, ...] = ()
    stanza: tuple[int, ...] = ()


@dataclass(frozen=True)
class Lengths:
    """How long runs are: one of the limits is drawn by weight for each.

    Runs of the greatest limit are filled up with a part of the next line if `filled`, so that the last position is
    trained too.
    """

    limits: tuple[int, ...]
    weights: tuple[float, ...]
    filled: bool = True

    @property
    def longest(self) -> int:
        """The greatest limit."""
        return max(self.limits)


@dataclass(frozen=True)
class Line:
    """A line: its tokens, its words between spaces, and whether a stanza begins with it."""

    ids: list[int]
    words: int
    opens: bool


@dataclass(frozen=True)
class Run:
    """Tokens of consecutive lines, the words of those that are whole, and whether the poem ends with them."""

    ids: Ids
    words: int
    ends: bool


def encode_poems(poems: Sequence[Poem], encode: Encode) -> Iterator[list[Line]]:
    """The lines of each poem. Tokens do not cross line ends under any of the tokenizers."""
    for start in range(0, len(poems), _POEMS_AT_ONCE):
        some = poems[start : start + _POEMS_AT_ONCE]
        found = iter(encode([line for poem in some for stanza in poem.stanzas for line in stanza]))
        for poem in some:
            yield [
                Line(next(found), len(line.split()), number == 0)
                for stanza in poem.stanzas
                for number, line in enumerate(stanza)
            ]


def whole_poem(lines: Sequence[Line], breaks: Breaks) -> list[int]:
    """All tokens of a poem, with its breaks."""
    ids = list(lines[0].ids)
    for line in lines[1:]:
        ids += [*(breaks.stanza if line.opens else breaks.line), *line.ids]
    return ids


def cut_poem(lines: Sequence[Line], breaks: Breaks, lengths: Lengths, draws: random.Random) -> Iterator[Run]:
    """Consecutive runs, each at most as long as the limit drawn for it.

    A run ends where a stanza ends if that leaves it half as long as it may be, so that what a run begins with is mostly
    the beginning of a stanza, as the beginning of a short poem is. A line longer than its limit is skipped.
    """
    start = 0
    while start < len(lines):
        (limit,) = draws.choices(lengths.limits, lengths.weights)
        end, used, ids = start, [0], list[int]()
        for line in lines[start:]:
            joint = () if end == start else breaks.stanza if line.opens else breaks.line
            if len(ids) + len(joint) + len(line.ids) > limit:
                if lengths.filled and limit == lengths.longest:
                    ids += [*joint, *line.ids][: limit - len(ids)]
                break
            ids += [*joint, *line.ids]
            used.append(len(ids))
            end += 1
        if len(ids) < limit and end < len(lines):
            stanza_ends = [place for place in range(start + 1, end) if lines[place].opens]
            if stanza_ends and used[stanza_ends[-1] - start] >= limit // 2:
                end = stanza_ends[-1]
                ids = ids[: used[end - start]]
        if ids:
            words = sum(line.words for line in lines[start:end])
            yield Run(np.array(ids, dtype=np.int32), words, end == len(lines))
        start = max(end, start + 1)


def cut_poems(poems: Iterable[Sequence[Line]], breaks: Breaks, lengths: Lengths, seed: int) -> list[Run]:
    """The runs of all poems, in order; only the seed decides where they are cut."""
    draws = random.Random(seed)
    return [run for lines in poems for run in cut_poem(lines, breaks, lengths, draws)]


def held_out_lengths(lengths: Lengths) -> Lengths:
    """The same lengths with whole lines alone, so that words can be counted."""
    return replace(lengths, filled=False)


def group_by_length(runs: Iterable[Ids], batch_tokens: int) -> list[list[Ids]]:
    """Batches of similar lengths, each at most `batch_tokens` with its padding."""
    groups: list[list[Ids]] = []
    for run in sorted(runs, key=len, reverse=True):
        if groups and (len(groups[-1]) + 1) * len(groups[-1][0]) <= batch_tokens:
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def endless_batches(runs: Sequence[Run], batch_tokens: int, seed: int) -> Iterator[list[Ids]]:
    """Batches without end, in an order that only the seed decides."""
    draws = random.Random(seed)
    while True:
        order = draws.sample(range(len(runs)), len(runs))
        for start in range(0, len(order), _POOL):
            groups = group_by_length((runs[place].ids for place in order[start : start + _POOL]), batch_tokens)
            draws.shuffle(groups)
            yield from groups


def padded(rows: Sequence[Sequence[int] | Ids], value: int) -> torch.Tensor:
    """Rows as one tensor, filled up on the right."""
    width = max(map(len, rows))
    out = np.full((len(rows), width), value, dtype=np.int64)
    for number, row in enumerate(rows):
        out[number, : len(row)] = row
    return torch.from_numpy(out)


def known(tokenizer: Tokenizer, token: str) -> int:
    """The id of a token that must be in the vocabulary."""
    found = tokenizer.token_to_id(token)
    if found is None:
        raise ValueError(f"{token!r} is not in the vocabulary; add it to the special tokens of the trainer")
    return int(found)


def count_tokens(poems: Iterable[Sequence[Line]], breaks: Breaks, vocabulary: int) -> list[int]:
    """How often each token of a text occurs in the poems; what a model is given beside the text is not counted."""
    counts = np.zeros(vocabulary, dtype=np.int64)
    for lines in poems:
        counts += np.bincount(whole_poem(lines, breaks), minlength=vocabulary)
    found: list[int] = counts.tolist()
    return found
