"""The prefix tree of a unit: a poem's original and its corruptions, whose common beginnings are computed once.

A node is a distinct beginning of a sequence, which for a causal model is all that its last token depends on. Nodes
stand in the order in which the sequences bring them, rows in that of their first child: a sequence appended last adds
nodes and rows at the end, and moves none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.judges.packed.convention import TokenSequence

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

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
    """What a model computes of a tree: its inner nodes as rows, as nothing depends on the hidden state of a leaf.

    ``tokens``, ``depths`` and ``brought_by`` (the first sequence that a row is part of) are [rows]; ``members`` is
    [sequences, rows]. ``target_rows`` and ``target_tokens`` are [targets], in the order of their rows: token and row
    that predicts it. Each of ``targets`` holds the targets of a sequence, in its order.
    """

    tokens: Ints
    depths: Ints
    brought_by: Ints
    members: Bools
    target_rows: Ints
    target_tokens: Ints
    targets: tuple[Ints, ...]

    def __len__(self) -> int:
        return len(self.tokens)

    def visible(self, start: int, stop: int) -> Bools:
        """Which rows below ``stop`` each of the rows from ``start`` on sees: its ancestors and itself. [rows, stop]."""
        mine = self.members[self.brought_by[start:stop], :stop]
        return mine & (self.depths[None, :stop] <= self.depths[start:stop, None])


def prefix_tree(sequences: Sequence[TokenSequence]) -> PrefixTree:
    """The tree of some sequences, in their order."""
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
    """Rows and targets of a tree."""
    count = len(tree.tokens)
    first_child = np.full(count, count)
    children = np.flatnonzero(tree.parents >= 0)[::-1]  # of several that are written, the last stays: the first child
    first_child[tree.parents[children]] = children
    inner = np.flatnonzero(first_child < count)
    inner = inner[np.argsort(first_child[inner])]
    row_of = np.full(count, -1)
    row_of[inner] = np.arange(len(inner))
    members = np.zeros((len(tree.paths), count), dtype=np.bool_)
    scored = np.zeros(count, dtype=np.bool_)
    for number, (path, start) in enumerate(zip(tree.paths, tree.scored_from, strict=True)):
        members[number, path] = True
        scored[path[start:]] = True
    targets = np.flatnonzero(scored)
    targets = targets[np.argsort(row_of[tree.parents[targets]], kind="stable")]
    place = np.full(count, -1)
    place[targets] = np.arange(len(targets))
    return Rows(
        tokens=tree.tokens[inner],
        depths=tree.depths[inner],
        brought_by=members[:, inner].argmax(axis=0) if len(inner) else _ints([]),
        members=members[:, inner],
        target_rows=row_of[tree.parents[targets]],
        target_tokens=tree.tokens[targets],
        targets=tuple(place[path[start:]] for path, start in zip(tree.paths, tree.scored_from, strict=True)),
    )


def packs(texts: Sequence[Sequence[TokenSequence]], max_nodes: int) -> list[list[int]]:
    """Which texts of a unit, each with its sequences, are computed together: in trees of at most ``max_nodes`` nodes.

    Filled in the order of the texts, so that a text appended last changes no pack but the last, and that at its end
    only. A text that is longer than ``max_nodes`` has a pack of its own. Nodes are counted from above.
    """
    if sum(len(sequence.tokens) for text in texts for sequence in text) <= max_nodes:
        return [list(range(len(texts)))]
    found: list[list[int]] = [[]]
    held: list[Ints] = []
    nodes = 0
    for number, text in enumerate(texts):
        mine = [_ints(sequence.tokens) for sequence in text]
        new = sum(len(one) - max((_shared(one, other) for other in held), default=0) for one in mine)
        if found[-1] and nodes + new > max_nodes:
            found.append([])
            held, nodes, new = [], 0, sum(map(len, mine))
        found[-1].append(number)
        held += mine
        nodes += new
    return found


def _shared(one: Ints, other: Ints) -> int:
    length = min(len(one), len(other))
    differing = np.flatnonzero(one[:length] != other[:length])
    return int(differing[0]) if len(differing) else length


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
