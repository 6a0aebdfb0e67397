"""How a text is given to a causal model. Every choice that changes a score is part of the name.

Three conventions are in use, and they rank pairs differently: the papers' (a start token is given, JCLS 2022, figure
3), that of minicons (no start token, the first token is not scored), and that of lm-eval (a start token, and a space
before the text).
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class PackedConvention:
    """How a text is given to a model.

    A start token that is ``given`` is neither scored nor counted. If it is ``absent``, the text's first token is not
    scored, because no context gives it a probability. ``start_token`` names a token for models whose tokenizer has
    none. Texts longer than the model's context are rejected, or scored in ``windows`` that move by half the context.
    """

    start: Literal["given", "absent"] = "given"
    leading_space: bool = False
    line_breaks: Literal["kept", "space"] = "kept"
    long_texts: Literal["rejected", "windows"] = "rejected"
    start_token: str | None = None

    def __post_init__(self) -> None:
        if self.start == "absent" and self.start_token is not None:
            raise ValueError(f"start_token is {self.start_token!r}, but start is absent; set start to given")

    @property
    def name(self) -> str:
        """The name of the convention in every score row; by default ``bos-given+line-breaks-kept``."""
        parts = [f"{'bos' if self.start_token is None else self.start_token}-{self.start}"]
        parts += ["leading-space"] if self.leading_space else []
        parts += [f"line-breaks-{self.line_breaks}"]
        parts += ["windows-half-context"] if self.long_texts == "windows" else []
        return "+".join(parts)

    @property
    def added(self) -> int:
        """The number of characters added before the text."""
        return int(self.leading_space)

    def prepare(self, text: str) -> str:
        """Return the text as the tokenizer sees it: the added characters, then as many as the text has."""
        return " " * self.added + (text if self.line_breaks == "kept" else text.replace("\n", " "))


PAPERS = PackedConvention()
MINICONS = PackedConvention(start="absent")
LM_EVAL = PackedConvention(leading_space=True)


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """Tokens of which those from ``scored_from`` on are scored, each after all before it; the rest are context."""

    tokens: tuple[int, ...]
    scored_from: int


def sequences(tokens: list[int], start: int | None, context: int) -> list[TokenSequence]:
    """Return the sequences whose scored tokens, one sequence after another, are those of a text.

    There is one if the text and its start token fit the context. Longer texts are read through windows that move by
    half the context, ``context // 2`` tokens, each after a start token if there is one. A window scores the tokens that
    earlier windows have not scored. So every token is scored once, with at least half a window of context.

    ``start`` is the id of the given start token, None if it is absent. Raises ``ValueError`` for a context under 4.
    """
    given = () if start is None else (start,)
    if len(tokens) + len(given) <= context:
        return [TokenSequence((*given, *tokens), 1)]
    if context < 4:
        raise ValueError(f"a context of {context} tokens is too short for windows; at least 4 are needed")
    held, stride = context - len(given), context // 2
    windows = [TokenSequence((*given, *tokens[:held]), 1)]
    done, first = held, stride
    while done < len(tokens):
        windows.append(TokenSequence((*given, *tokens[first : first + held]), len(given) + done - first))
        done, first = min(first + held, len(tokens)), first + stride
    return windows
