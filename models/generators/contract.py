"""What a generator promises: lines that continue a poem, found by one of several searches.

What it finds for a prompt, and for a run of it, depends on that prompt and run alone, bit by bit: never on the prompts
and runs that are searched beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Uniform = Callable[[], float]
"""The next of a stream of independent numbers from 0 (inclusive) to 1 (exclusive)."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands before a line, its line break included, and the number of tokens at which a hypothesis ends."""

    text: str
    most_tokens: int


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A line as a search found it.

    ``token_ids`` are the line's own, without the token that ended it; ``log_probability``, in nats, is the sum over
    them and over that token where there is one. A hypothesis ends at the end of text, at a line break, at its number
    of tokens, or, where a search asks for it, after a final mark.
    """

    text: str
    token_ids: tuple[int, ...]
    log_probability: float
    ended: Literal["end_of_text", "line_break", "length", "final_mark"]


@dataclass(frozen=True, slots=True)
class Ending:
    """A word that a line may end on, as it is spelt, and its syllables."""

    word: str
    syllables: int


@dataclass(frozen=True)
class Metre:
    """How long a line is to be: at least and at most so many syllables, its ending included.

    ``count`` gives the syllables of a part of a line that ends with a whole word, None where a word has none known.
    """

    least: int
    most: int
    count: Callable[[str], int | None]


class PromptTooLongError(Exception):
    """A prompt with its line does not fit the context of the model."""


class TooManyBeamsError(ValueError):
    """More beams are asked for than the model has tokens."""


class Generator(Protocol):
    """A loaded model."""

    def tokens(self, line: str) -> int:
        """How many tokens a line is."""
        ...

    def fits(self, prompt: Prompt) -> bool:
        """Whether a prompt and its line fit the context of the model."""
        ...

    def beam(self, prompts: Sequence[Prompt], beams: int) -> list[list[Hypothesis]]:
        """For each prompt the hypotheses of the last beam, the most probable first; at most ``beams``."""
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
        """For each prompt, and each of its runs, the hypotheses of the last beam.

        ``chances`` holds a stream for each run of each prompt.
        """
        ...

    def rhyme_constrained(
        self, prompts: Sequence[Prompt], endings: Sequence[Sequence[Ending]], metres: Sequence[Metre], *, beams: int
    ) -> list[list[Hypothesis]]:
        """For each prompt the best lines that end on one of its endings, with a final mark, in its metre.

        At most one for each ending, the most probable first.
        """
        ...

    def fallbacks(self) -> Mapping[str, int]:
        """What did not go as planned since this was last asked, in words, and how often; see the scorers'."""
        ...
