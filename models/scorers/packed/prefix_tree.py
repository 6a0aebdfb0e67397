"""The prefix tree of texts, such as a poem and its corruptions. Common beginnings are computed once.

A node is a distinct beginning of a sequence; in a causal model its last token depends on nothing else. Nodes are in the
order in which the sequences introduce them, rows in the order of their first child. So a sequence appended last adds
nodes and rows at the end and moves none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from versebench.models.scorers.packed.convention import TokenSequence

Ints = npt.NDArray[np.int64]

_TOKEN_BITS = 32


@dataclass(frozen=True)
class PrefixTree:
    """Nodes in canonical order, each after its parent.

    ``tokens``, ``parents`` (-1 for a first token) and ``depths`` (from 0, the position of the token) are [nodes]; each
    of ``paths`` holds the nodes of a sequence, from the first token to the last, and ``scored_from`` the place in it
    from which on they are scored.
    """

    tokens: Ints
    parents: Ints
    depths: Ints
    paths: tuple[Ints, ...]
    scored_from: tuple[int, ...]


@dataclass(frozen=True)
class Rows:
    """The rows that a model computes for a tree: its inner nodes, as nothing depends on the hidden state of a leaf.

    ``tokens``, ``depths`` and ``brought_by`` (the first sequence that a row is part of) are [rows]. Each of ``paths``
    holds the rows of a sequence, in its order. ``target_rows`` and ``target_tokens`` are [targets], in the order of
    their rows: token and row that predicts it. Each of ``targets`` holds the targets of a sequence, in its order.
    """

    tokens: Ints
    depths: Ints
    brought_by: Ints
    paths: tuple[Ints, ...]
    target_rows: Ints
    target_tokens: Ints
    targets: tuple[Ints, ...]

    def __len__(self) -> int:
        return len(self.tokens)


def prefix_tree(sequences: Sequence[TokenSequence]) -> PrefixTree:
    """Return the tree of sequences, in their order."""
    nodes: dict[int, int] = {}
    tokens: list[int] = []
    parents: list[int] = []
    depths: list[int] = []
    paths = []
    for sequence in sequences:
        node, path = -1, []
        for depth, token in enumerate(sequence.tokens):
            key = (node << _TOKEN_BITS) | token
            parent, node = node, nodes.setdefault(key, len(tokens))
            if node == len(tokens):
                tokens.append(token)
                parents.append(parent)
                depths.append(depth)
            path.append(node)
        paths.append(np.array(path, dtype=np.int64))
    scored_from = tuple(sequence.scored_from for sequence in sequences)
    return PrefixTree(_ints(tokens), _ints(parents), _ints(depths), tuple(paths), scored_from)


def rows_of(tree: PrefixTree) -> Rows:
    """Return the rows and targets of a tree."""
    count = len(tree.tokens)
    first_child = np.full(count, count)
    children = np.flatnonzero(tree.parents >= 0)[::-1]  # the last write wins: the first child
    first_child[tree.parents[children]] = children
    inner = np.flatnonzero(first_child < count)
    inner = inner[np.argsort(first_child[inner])]
    row_of = np.full(count, -1)
    row_of[inner] = np.arange(len(inner))
    brought_by = np.zeros(count, dtype=np.int64)
    scored = np.zeros(count, dtype=np.bool_)
    for number in reversed(range(len(tree.paths))):
        path = tree.paths[number]
        brought_by[path] = number
        scored[path[tree.scored_from[number] :]] = True
    targets = np.flatnonzero(scored)
    targets = targets[np.argsort(row_of[tree.parents[targets]], kind="stable")]
    place = np.full(count, -1)
    place[targets] = np.arange(len(targets))
    return Rows(
        tokens=tree.tokens[inner],
        depths=tree.depths[inner],
        brought_by=brought_by[inner],
        paths=tuple(found[found >= 0] for found in (row_of[path] for path in tree.paths)),
        target_rows=row_of[tree.parents[targets]],
        target_tokens=tree.tokens[targets],
        targets=tuple(place[path[start:]] for path, start in zip(tree.paths, tree.scored_from, strict=True)),
    )


def packs(texts: Sequence[Sequence[TokenSequence]], max_nodes: int) -> list[list[int]]:
    """Return which texts are computed together: in order, in trees of at most about ``max_nodes`` nodes.

    The number of nodes is an upper estimate, from what a text shares with its predecessor and with the last text that
    had a new beginning (a poem, if its corruptions follow it). A longer text gets its own pack.
    """
    found: list[list[int]] = [[]]
    before = anchor = _ints([])
    nodes = 0
    for number, text in enumerate(texts):
        whole = _ints([token for sequence in text for token in sequence.tokens])
        shared = _shared(whole, anchor)
        if shared < min(len(whole), len(anchor)) // 8 + 2:
            anchor = whole
        new = len(whole) - max(shared, _shared(whole, before))
        if found[-1] and nodes + new > max_nodes:
            found.append([])
            nodes, new, anchor = 0, len(whole), whole
        found[-1].append(number)
        nodes, before = nodes + new, whole
    return found


def _shared(first: Ints, second: Ints) -> int:
    length = min(len(first), len(second))
    differing = np.flatnonzero(first[:length] != second[:length])
    return int(differing[0]) if len(differing) else length


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
