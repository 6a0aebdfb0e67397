"""A causal model that writes lines."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

import numpy as np
import torch

from versebench.models.generators.beam import Beginnings, Finished, beam_search
from versebench.models.generators.constrained.generator import LineToWrite, constrained, most_nodes
from versebench.models.generators.constrained.vocabulary import LineVocabulary
from versebench.models.generators.contract import (
    Ending,
    Hypothesis,
    Metre,
    Prompt,
    PromptTooLongError,
    TooManyBeamsError,
    Uniform,
)
from versebench.models.generators.delayed import Drawn, Run, Sampling, draw
from versebench.models.generators.head import Head
from versebench.models.generators.line_ends import BREAK, LineEnds
from versebench.models.generators.nodes import NodePool
from versebench.models.generators.room import batches, nodes_in_bound, searches_at_once
from versebench.models.scorers.fallbacks import Halvings, lasting
from versebench.models.scorers.memory import in_halves
from versebench.models.scorers.packed.blocks import BLOCK_ROWS
from versebench.models.scorers.packed.convention import PackedConvention
from versebench.models.scorers.packed.tokens import TextTokenizer
from versebench.models.scorers.packed.trunk import Trunk

R = TypeVar("R")

_TEXT = PackedConvention()
_Drawn = tuple[int, tuple[int, ...]]
"""A prompt, and what was drawn after it."""


class CausalGenerator:
    """A causal model of transformers with its tokenizer.

    It searches on ``threads`` threads, for one caller at a time. Results have the same bits for the same number of
    threads.
    """

    def __init__(
        self,
        model: Any,
        trunk: Trunk,
        tokenizer: Any,
        ends: LineEnds,
        *,
        start: int,
        context: int,
        block_rows: int = BLOCK_ROWS,
        threads: int = 1,
        unlike_planned: Sequence[str | None] = (),
    ) -> None:
        """``trunk`` computes ``model`` without its head, ``block_rows`` rows at once.

        ``start`` is the start token, ``context`` how many tokens the model sees, ``unlike_planned`` the fallbacks
        of the trunk.
        """
        self._tokenizer, self._tokenize, self._ends = tokenizer, TextTokenizer(tokenizer), ends
        self._start, self._context, self._threads = start, context, threads
        self._trunk, self._block_rows, self._head = trunk, block_rows, Head(model)
        weight = model.get_output_embeddings().weight
        self._dtype, self._device = weight.dtype, weight.device
        self._end_tokens = torch.tensor(sorted(ends.tokens), device=self._device)
        self._room = nodes_in_bound(model)
        self._unlike_planned, self._halvings = tuple(unlike_planned), Halvings()
        self._lock = Lock()

    def tokens(self, line: str) -> int:
        """Return the number of tokens of a line."""
        return len(self._ids([line])[0])

    def fits(self, prompt: Prompt) -> bool:
        """Return whether a start token, a prompt and its line fit the context of the model."""
        return 1 + self.tokens(prompt.text) + prompt.most_tokens <= self._context

    def beam(self, prompts: Sequence[Prompt], beams: int) -> list[list[Hypothesis]]:
        """Return for each prompt the hypotheses of the last beam, at most ``beams``, the most probable first.

        Raises :class:`TooManyBeamsError`, :class:`PromptTooLongError`, and ``NotEnoughMemoryError``.
        """
        self._check(beams)
        ids = self._prompts(prompts)

        def search(places: Sequence[int]) -> list[list[Hypothesis]]:
            some = [ids[place] for place in places]
            left = np.array([prompts[place].most_tokens for place in places])
            pool = self._pool(sum(map(len, some)) + _nodes(int(left.max()), beams))
            nodes, hidden = pool.plant(some)
            return self._search(pool, Beginnings(nodes, hidden, np.zeros(len(some)), left), beams)

        with self._alone():
            return [
                found
                for some in batches([len(one) for one in ids], self._room // 2)
                for found in self._halved(search, some)
            ]

    def delayed_beam(
        self,
        prompts: Sequence[Prompt],
        chances: Sequence[Sequence[Uniform]],
        *,
        beams: int,
        sampled_tokens: int,
        top_p: float,
    ) -> list[list[list[Hypothesis]]]:
        """Return for each prompt, and each of its runs, the hypotheses of the last beam.

        Each stream yields ``sampled_tokens`` numbers. Runs that drew the same tokens share one list. Raises as
        :meth:`beam` does, and ``ValueError`` for a ``top_p`` that is not above 0 and at most 1.
        """
        self._check(beams)
        if not 0 < top_p <= 1:
            raise ValueError(f"top_p is {top_p}; it must be above 0 and at most 1")
        ids = self._prompts(prompts)
        runs = [
            Run(place, [chance() for _ in range(sampled_tokens)])
            for place, streams in enumerate(chances)
            for chance in streams
        ]
        how = Sampling(sampled_tokens, top_p, self._ends.tokens)
        searched: dict[_Drawn, list[Hypothesis]] = {}

        def search(places: Sequence[int]) -> list[list[Hypothesis]]:
            return self._delayed(prompts, ids, [runs[place] for place in places], how, beams, searched)

        needed = [
            sampled_tokens + (0 if place and runs[place - 1].prompt == run.prompt else len(ids[run.prompt]))
            for place, run in enumerate(runs)
        ]
        found: list[list[list[Hypothesis]]] = [[] for _ in prompts]
        with self._alone():
            for some in batches(needed, self._room // 2):
                for place, one in zip(some, self._halved(search, some), strict=True):
                    found[runs[place].prompt].append(one)
        return found

    def rhyme_constrained(
        self, prompts: Sequence[Prompt], endings: Sequence[Sequence[Ending]], metres: Sequence[Metre], *, beams: int
    ) -> list[list[Hypothesis]]:
        """Return for each prompt the best lines that end with one of its endings and a final mark, in its metre.

        At most one for each ending, the most probable first. Raises as :meth:`beam` does.
        """
        self._check(beams)
        ids = self._prompts(prompts)
        lines = [
            LineToWrite(one, prompt.most_tokens, words, metre)
            for one, prompt, words, metre in zip(ids, prompts, endings, metres, strict=True)
        ]
        needed = [most_nodes(line, self._vocabulary, beams) for line in lines]

        def search(places: Sequence[int]) -> list[list[Hypothesis]]:
            pool = self._pool(sum(needed[place] for place in places))
            return constrained(pool, self._head, self._vocabulary, [lines[place] for place in places], beams)

        with self._alone():
            return [found for some in batches(needed, self._room) for found in self._halved(search, some)]

    def fallbacks(self) -> dict[str, int]:
        """Return an engine other than planned, and halvings since the last call."""
        return {**lasting(self._unlike_planned), **self._halvings.take()}

    def _halved(self, search: Callable[[Sequence[int]], list[R]], places: Sequence[int]) -> list[R]:
        found, halved = in_halves(search, places)
        self._halvings.add(halved)
        return found

    @cached_property
    def _vocabulary(self) -> LineVocabulary:
        return LineVocabulary.of(self._tokenizer)

    def _delayed(
        self,
        prompts: Sequence[Prompt],
        ids: Sequence[list[int]],
        runs: Sequence[Run],
        how: Sampling,
        beams: int,
        searched: dict[_Drawn, list[Hypothesis]],
    ) -> list[list[Hypothesis]]:
        """Return the last beam of each run. Results in ``searched`` are reused; new ones are added to it."""
        planted = sorted({run.prompt for run in runs})
        place_of = {prompt: place for place, prompt in enumerate(planted)}
        most_tokens = [prompts[prompt].most_tokens for prompt in planted]
        some = [ids[prompt] for prompt in planted]
        room = sum(map(len, some)) + len(runs) * how.tokens + _nodes(max(most_tokens), beams)
        pool = self._pool(room)
        here = [Run(place_of[run.prompt], run.uniforms) for run in runs]
        complete, live, beginnings = draw(pool, self._head, some, most_tokens, here, how)
        found: dict[int, list[Hypothesis]] = {}
        for one in complete:
            last = [self._as_drawn(one)]
            found |= dict.fromkeys(one.runs, last)
        keys = [(planted[one.prompt], one.tokens) for one in live]
        new = [number for number, key in enumerate(keys) if key not in searched]
        if new:
            lists = self._search(pool, beginnings.at(np.array(new)), beams)
            searched.update(zip((keys[number] for number in new), lists, strict=True))
        for key, one in zip(keys, live, strict=True):
            found |= dict.fromkeys(one.runs, searched[key])
        return [found[run] for run in range(len(runs))]

    def _search(self, pool: NodePool, beginnings: Beginnings, beams: int) -> list[list[Hypothesis]]:
        """Return the last beam of each search, running as many at a time as fit the pool."""
        planted, count = pool.count, len(beginnings.nodes)
        each = _nodes(int(beginnings.left.max()), beams)
        step = searches_at_once(beams, each, pool.room - planted, self._block_rows)
        found: list[list[Hypothesis]] = []
        for first in range(0, count, step):
            some = beginnings.at(np.arange(first, min(first + step, count)))
            finished = beam_search(pool, self._head, some, beams, self._end_tokens)
            found += self._hypotheses(pool, finished, len(some.nodes))
            pool.release(planted)
        return found

    def _hypotheses(self, pool: NodePool, finished: Finished, searches: int) -> list[list[Hypothesis]]:
        ids = [(*line, token) for line, token in zip(pool.lines(finished.nodes), finished.tokens.tolist(), strict=True)]
        found: list[list[Hypothesis]] = [[] for _ in range(searches)]
        parts = (finished.searches.tolist(), self._texts(ids), ids, finished.scores.tolist(), finished.ended.tolist())
        for search, text, line, score, ended in zip(*parts, strict=True):
            found[search].append(self._hypothesis(text, line, score, ended=ended))
        return found

    def _as_drawn(self, drawn: Drawn) -> Hypothesis:
        [text] = self._texts([drawn.tokens])
        return self._hypothesis(text, drawn.tokens, drawn.log_probability, ended=drawn.ended)

    def _hypothesis(self, text: str, tokens: tuple[int, ...], score: float, *, ended: bool) -> Hypothesis:
        if not ended:
            return Hypothesis(text, tokens, score, "length")
        return Hypothesis(text, tokens[:-1], score, self._ends.kind(tokens[-1]))

    def _texts(self, lines: Sequence[tuple[int, ...]]) -> list[str]:
        """Return the text of lines up to their line break, whose token may contain a mark before it.

        Special tokens other than the end of text are spelled out: no useful line contains one.
        """
        shown = [line[:-1] if line[-1] == self._ends.end_of_text else line for line in lines]
        texts = self._tokenizer.batch_decode(shown, clean_up_tokenization_spaces=False)
        return [text.partition(BREAK)[0] for text in texts]

    def _prompts(self, prompts: Sequence[Prompt]) -> list[list[int]]:
        found = [[self._start, *one] for one in self._ids([prompt.text for prompt in prompts])]
        for ids, prompt in zip(found, prompts, strict=True):
            if len(ids) + prompt.most_tokens > self._context:
                raise PromptTooLongError(
                    f"a prompt of {len(ids)} tokens and a line of {prompt.most_tokens} do not fit the generator's "
                    f"context of {self._context}; check prompts with fits() first"
                )
        return found

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        return [one.ids for one in self._tokenize(texts, _TEXT, spans=False)]

    def _check(self, beams: int) -> None:
        if beams > self._head.vocabulary:
            raise TooManyBeamsError(
                f"beams is {beams}, but the generator has only {self._head.vocabulary} tokens; a search cannot keep "
                "more beams than that"
            )

    def _pool(self, least: int) -> NodePool:
        return NodePool(self._trunk, self._block_rows, max(self._room, least), self._dtype, self._device)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with self._lock, torch.inference_mode():
            before = torch.get_num_threads()
            torch.set_num_threads(self._threads)
            try:
                yield
            finally:
                torch.set_num_threads(before)


def _nodes(left: int, beams: int) -> int:
    """Return the most nodes of a search. Its last step needs none."""
    return max(1, beams * (left - 1))
