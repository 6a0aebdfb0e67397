"""The contract of a generator: lines that continue a poem, from one of several searches.

The result for a prompt, and for a run of it, depends only on that prompt and run, bit by bit. It never depends on other
prompts and runs in the same call.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Uniform = Callable[[], float]
"""Returns the next of a stream of independent numbers from 0 (inclusive) to 1 (exclusive)."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text before a line, including its line break, and the number of tokens at which a hypothesis ends."""

    text: str
    most_tokens: int


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A line as a search found it.

    ``token_ids`` are the line's own, without the token that ended it; ``log_probability``, in nats, is the sum over
    them and over that token if there is one. A hypothesis ends at the end of text, at a line break, at its number
    of tokens, or, if the search requires it, after a final mark.
    """

    text: str
    token_ids: tuple[int, ...]
    log_probability: float
    ended: Literal["end_of_text", "line_break", "length", "final_mark"]


@dataclass(frozen=True, slots=True)
class Ending:
    """A word that a line may end with, as spelled, and its number of syllables."""

    word: str
    syllables: int


@dataclass(frozen=True)
class Metre:
    """The allowed length of a line: from ``least`` to ``most`` syllables, including its ending.

    ``count`` returns the syllables of a part of a line that ends with a whole word, None if a word is unknown.
    """

    least: int
    most: int
    count: Callable[[str], int | None]


class PromptTooLongError(Exception):
    """A prompt and its line do not fit the context of the model."""


class TooManyBeamsError(ValueError):
    """More beams were requested than the model has tokens."""


class Generator(Protocol):
    """A loaded generator."""

    def tokens(self, line: str) -> int:
        """Return the number of tokens of a line."""
        ...

    def fits(self, prompt: Prompt) -> bool:
        """Return whether a prompt and its line fit the context of the model."""
        ...

    def beam(self, prompts: Sequence[Prompt], beams: int) -> list[list[Hypothesis]]:
        """Return for each prompt the hypotheses of the last beam, at most ``beams``, the most probable first."""
        ...

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

        ``chances`` contains a random stream for each run of each prompt.
        """
        ...

    def rhyme_constrained(
        self, prompts: Sequence[Prompt], endings: Sequence[Sequence[Ending]], metres: Sequence[Metre], *, beams: int
    ) -> list[list[Hypothesis]]:
        """Return for each prompt the best lines that end with one of its endings and a final mark, in its metre.

        At most one for each ending, the most probable first.
        """
        ...

    def fallbacks(self) -> Mapping[str, int]:
        """Return what did not go as planned since the last call, described in words, with counts."""
        ...
