"""Prompts and hypotheses as trees. A node is a token after all tokens before it, and is computed once.

The trunk stores keys and values of all nodes of a batch, one row per node. Hypotheses that share a beginning share its
nodes, and nothing is copied or reordered. A search uses it so::

    pool = NodePool(trunk, block_rows, room, dtype, device)
    nodes, hidden = pool.plant(prompts)                   # the last token of each prompt; clears the pool
    nodes, hidden = pool.grow(nodes[some], tokens, searches)        # a child for each row
    head(hidden)                                          # logits [rows, vocabulary]
    pool.lines(nodes)                                     # the tokens after the prompt

The hidden states of a row depend only on its prompt and on the rows of its search so far, bit by bit.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from versebench.models.generators.live_tiles import LiveRows, live_tiles, tile_cuts
from versebench.models.scorers.packed.blocks import Block, blocks
from versebench.models.scorers.packed.convention import TokenSequence
from versebench.models.scorers.packed.prefix_tree import Ints, prefix_tree, rows_of
from versebench.models.scorers.packed.trunk import Trunk


class NoRoomError(Exception):
    """The pool has no room for the nodes that a search needs."""


class NodePool:
    """The nodes of a batch of searches."""

    def __init__(self, trunk: Trunk, block_rows: int, room: int, dtype: torch.dtype, device: torch.device) -> None:
        """``trunk`` computes ``block_rows`` rows at once; ``room`` is the most nodes."""
        self._trunk, self._block_rows, self._dtype, self._device = trunk, block_rows, dtype, device
        self.room = room
        self._count = 0
        self._tokens = np.zeros(room, dtype=np.int64)
        self._prompts = np.zeros(room, dtype=np.int64)
        self._lines = np.full((room, 4), -1, dtype=np.int64)
        self._lengths = np.zeros(room, dtype=np.int64)
        self._prompt_nodes = np.zeros((0, 0), dtype=np.int64)
        self._prompt_lengths = np.zeros(0, dtype=np.int64)

    def plant(self, prompts: Sequence[Sequence[int]]) -> tuple[Ints, torch.Tensor]:
        """Return the node of the last token of each prompt, and the hidden states after it [prompts, width].

        This clears the pool. A prompt has at least one token. Raises :class:`NoRoomError`.
        """
        # Leaves of a tree are not computed, so each prompt gets one more token.
        rows = rows_of(prefix_tree([TokenSequence((*prompt, 0), 1) for prompt in prompts]))
        self._reserve(len(rows))
        self._count = len(rows)
        self._lengths[: self._count] = 0
        self._prompt_lengths = np.array([len(prompt) for prompt in prompts])
        self._prompt_nodes = np.zeros((len(prompts), self._prompt_lengths.max()), dtype=np.int64)
        for number, path in enumerate(rows.paths):
            self._prompt_nodes[number, : len(path)] = path
        last = self._prompt_nodes[np.arange(len(prompts)), self._prompt_lengths - 1]
        self._prompts[last] = np.arange(len(prompts))
        found: torch.Tensor | None = None
        for block in blocks(rows, self._block_rows, self._dtype, self._device):
            hidden = self._trunk.step(block)
            found = hidden.new_empty((len(prompts), hidden.shape[1])) if found is None else found
            here = np.flatnonzero((last >= block.start) & (last < block.padded_from))
            found[torch.from_numpy(here).to(self._device)] = hidden[
                torch.from_numpy(last[here] - block.start).to(self._device)
            ]
        assert found is not None
        return last, found

    def grow(self, parents: Ints, tokens: Ints, searches: Ints) -> tuple[Ints, torch.Tensor]:
        """Add a node for each row, the child of its parent by a token; return nodes and hidden states [rows, width].

        ``searches`` are any numbers; all rows of a search are given in one call, in an order that follows from the
        search. There is at least one row. Raises :class:`NoRoomError`.
        """
        # Children of one parent stand together, and so do those of neighbours: rows of a tile share most of their line.
        order = np.lexsort((parents, searches))
        parents, tokens, searches = parents[order], tokens[order], searches[order]
        nodes = self._add(parents, tokens)
        starts, widths = tile_cuts(searches)
        ends = np.append(starts[1:], len(nodes))
        found: torch.Tensor | None = None
        for first, last in self._filled(starts, ends):
            start, stop = int(starts[first]), int(ends[last - 1])
            hidden = self._step(nodes[start:stop], searches[start:stop], starts[first:last] - start, widths[first:last])
            found = hidden.new_empty((len(nodes), hidden.shape[1])) if found is None else found
            found[torch.from_numpy(order[start:stop]).to(self._device)] = hidden[: stop - start]
        assert found is not None
        given = np.empty_like(nodes)
        given[order] = nodes
        return given, found

    @property
    def count(self) -> int:
        """The number of nodes."""
        return self._count

    def release(self, count: int) -> None:
        """Remove all nodes except the first ``count``."""
        self._count = count

    def lines(self, nodes: Ints) -> list[list[int]]:
        """Return the tokens after the prompt, up to each node."""
        lines, lengths = self._tokens[self._lines[nodes]], self._lengths[nodes]
        return [line[:length] for line, length in zip(lines.tolist(), lengths.tolist(), strict=True)]

    def _reserve(self, nodes: int) -> None:
        if nodes > self.room:
            raise NoRoomError(f"the search needs {nodes} nodes, but the pool has room for {self.room}")
        self._trunk.reserve(self.room + self._block_rows)

    def _add(self, parents: Ints, tokens: Ints) -> Ints:
        start, self._count = self._count, self._count + len(parents)
        self._reserve(self._count)
        nodes = np.arange(start, self._count)
        depths = self._lengths[parents]
        if (longest := int(depths.max()) + 1) > self._lines.shape[1]:
            self._lines = np.pad(self._lines, ((0, 0), (0, longest)), constant_values=-1)
        self._tokens[nodes], self._prompts[nodes], self._lengths[nodes] = tokens, self._prompts[parents], depths + 1
        self._lines[nodes] = np.where((depths > 0)[:, None], self._lines[parents], -1)
        self._lines[nodes, depths] = nodes
        return nodes

    def _filled(self, starts: Ints, ends: Ints) -> Iterator[tuple[int, int]]:
        """Yield ranges of tiles, first and end (exclusive), each as long as a block has rows for."""
        first = 0
        while first < len(starts):
            last = int(np.searchsorted(ends, starts[first] + self._block_rows, side="right"))
            yield first, last
            first = last

    def _step(self, nodes: Ints, searches: Ints, starts: Ints, widths: Ints) -> torch.Tensor:
        tokens, positions = np.zeros(self._block_rows, dtype=np.int64), np.zeros(self._block_rows, dtype=np.int64)
        prompts, lengths = self._prompts[nodes], self._lengths[nodes]
        tokens[: len(nodes)] = self._tokens[nodes]
        positions[: len(nodes)] = self._prompt_lengths[prompts] + lengths - 1
        live = LiveRows(
            searches, self._lines[nodes, : lengths.max()], prompts, self._prompt_nodes, self._prompt_lengths
        )
        start = int(nodes[0])
        return self._trunk.step(
            Block(
                start,
                start + self._block_rows,
                start + len(nodes),
                torch.from_numpy(tokens).to(self._device),
                torch.from_numpy(positions).to(self._device),
                *live_tiles(live, starts, widths, self._dtype, self._device),
            )
        )
