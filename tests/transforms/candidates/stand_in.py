"""A generator whose lines are drawn from a few words by a hash of the prompt: quick, and the same at every call."""

import hashlib
import math
from collections.abc import Iterator, Sequence
from itertools import count

from versebench.models.generators.contract import Ending, Hypothesis, Metre, Prompt, Uniform

WORDS = "the a old owl man bone stone alone thone gave rain plan a plain Spain again and of who said so".split()
ENDS = "bone stone alone snurgan rain plain Spain plane again day way weigh frame claim name man".split()
MARKS = [".", ".", "!", "?", ',"', '."', "", "..."]


class StandIn:
    """A Generator with a context of ``context`` tokens; a token is a string between spaces."""

    def __init__(self, context: int = 1_000) -> None:
        self._context = context
        self.asked: list[int] = []

    def tokens(self, line: str) -> int:
        return len(line.split())

    def fits(self, prompt: Prompt) -> bool:
        return 1 + self.tokens(prompt.text) + prompt.most_tokens <= self._context

    def fallbacks(self) -> dict[str, int]:
        return {}

    def beam(self, prompts: Sequence[Prompt], beams: int) -> list[list[Hypothesis]]:
        self.asked.append(len(prompts))
        return [_beam(prompt, _hashed(prompt.text), beams) for prompt in prompts]

    def delayed_beam(
        self,
        prompts: Sequence[Prompt],
        chances: Sequence[Sequence[Uniform]],
        *,
        beams: int,
        sampled_tokens: int,
        top_p: float,
    ) -> list[list[list[Hypothesis]]]:
        self.asked.append(len(prompts))
        return [
            [_beam(prompt, _drawn(uniform, sampled_tokens), beams) for uniform in runs]
            for prompt, runs in zip(prompts, chances, strict=True)
        ]

    def rhyme_constrained(
        self, prompts: Sequence[Prompt], endings: Sequence[Sequence[Ending]], metres: Sequence[Metre], *, beams: int
    ) -> list[list[Hypothesis]]:
        self.asked.append(len(prompts))
        return [
            [
                line(f"so {'la ' * (metre.least - 1 - ending.syllables)}{ending.word}.", -float(place))
                for place, ending in enumerate(words[:beams])
            ]
            for words, metre in zip(endings, metres, strict=True)
        ]


def line(text: str, log_probability: float = -1.0, tokens: int | None = None) -> Hypothesis:
    """A hypothesis of so many tokens."""
    ids = tuple(range(len(text.split()) if tokens is None else tokens))
    return Hypothesis(text, ids, log_probability, "line_break")


def _beam(prompt: Prompt, numbers: Iterator[int], beams: int) -> list[Hypothesis]:
    found = [_line(prompt, numbers) for _ in range(beams)]
    return sorted(found, key=lambda one: (-one.log_probability, one.text))


def _line(prompt: Prompt, numbers: Iterator[int]) -> Hypothesis:
    words = [WORDS[next(numbers) % len(WORDS)] for _ in range(next(numbers) % (prompt.most_tokens + 1))]
    text = " ".join([*words, ENDS[next(numbers) % len(ENDS)]]) + MARKS[next(numbers) % len(MARKS)]
    return line(text, -math.log1p(next(numbers) % 10_000))


def _hashed(key: str) -> Iterator[int]:
    for number in count():
        yield int.from_bytes(hashlib.blake2b(f"{number}\x1f{key}".encode(), digest_size=8).digest(), "big")


def _drawn(uniform: Uniform, tokens: int) -> Iterator[int]:
    return _hashed(" ".join(str(math.floor(8 * uniform())) for _ in range(tokens)))
