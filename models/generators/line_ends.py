"""The tokens that end a line: the end of text, and every token with a line break."""

from dataclasses import dataclass
from typing import Any, Literal

BREAK = "\n"


class NoLineBreakError(Exception):
    """A tokenizer has no token with a line break; the message states the remedy."""


@dataclass(frozen=True)
class LineEnds:
    """``end_of_text`` is None for a tokenizer without one. Tokens of ``breaks`` may contain more than the break."""

    end_of_text: int | None
    breaks: frozenset[int]

    @classmethod
    def of(cls, tokenizer: Any) -> "LineEnds":
        """Return the line ends of a Hugging Face tokenizer. Raises :class:`NoLineBreakError`."""
        pieces = tokenizer.batch_decode(
            [[token] for token in range(len(tokenizer))], clean_up_tokenization_spaces=False
        )
        breaks = frozenset(token for token, piece in enumerate(pieces) if BREAK in piece)
        if breaks.isdisjoint(tokenizer.encode(BREAK, add_special_tokens=False)):
            raise NoLineBreakError(
                "its tokenizer has no token for a line break, so the model can neither read nor end a line; choose a "
                "model with a byte-level tokenizer"
            )
        return cls(tokenizer.eos_token_id, breaks)

    @property
    def tokens(self) -> frozenset[int]:
        """All tokens that end a line."""
        return self.breaks if self.end_of_text is None else self.breaks | {self.end_of_text}

    def kind(self, token: int) -> Literal["end_of_text", "line_break"]:
        """Return how a token ends a line."""
        return "line_break" if token in self.breaks else "end_of_text"
