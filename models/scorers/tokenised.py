"""A text as the tokens of a model, with their places in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from versebench.models.scorers.contract import Span, TextScore, Unscored


@dataclass(frozen=True, slots=True)
class Tokenised:
    """The tokens of a prepared text.

    ``ids`` is what the model reads, with the tokens that the tokenizer adds. ``positions`` are the places in ``ids``
    of the text's own tokens, and ``spans`` their characters in ``text``: start and end (exclusive).
    """

    text: str
    ids: tuple[int, ...]
    positions: tuple[int, ...]
    spans: tuple[Span, ...]


class Preparing(Protocol):
    """Anything that prepares a text for the tokenizer, such as a convention."""

    def prepare(self, text: str) -> str:
        """Return the text as the tokenizer sees it."""
        ...


@dataclass(frozen=True)
class TokenizerVocabulary:
    """The tokenizer of a Hugging Face model, without the model."""

    tokenizer: Any
    convention: Preparing

    @property
    def size(self) -> int:
        """The number of tokens."""
        return len(self.tokenizer)

    def token_ids(self, text: str) -> list[int]:
        """Return the tokens of a text. A special token that the text spells out is treated as text."""
        prepared = self.convention.prepare(text)
        encoded = self.tokenizer(prepared, add_special_tokens=False, split_special_tokens=True, verbose=False)
        ids: list[int] = encoded["input_ids"]
        return ids

    def unknown_tokens(self, text: str) -> int:
        """Return how often the unknown token occurs in a text: the vocabulary filter of RANLP 2021 (section 4.3).

        Byte-level tokenizers never produce it. GPT-2 gives this name to its start token, which no text contains.
        """
        unknown = self.tokenizer.unk_token_id
        return 0 if unknown is None else self.token_ids(text).count(unknown)


def tokenise(tokenizer: Any, text: str, *, added: bool) -> Tokenised:
    """Return the tokens of a text, with those that the tokenizer adds if ``added``.

    A special token that the text spells out is treated as text: its tokens are the text's own, and scored. (The pieces
    of Unigram tokenizers may contain the special token, so that its id occurs in the text all the same.)
    """
    encoded = tokenizer(
        text,
        add_special_tokens=added,
        split_special_tokens=True,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        verbose=False,
    )
    own = tuple(place for place, special in enumerate(encoded["special_tokens_mask"]) if not special)
    spans = tuple((int(start), int(end)) for start, end in (encoded["offset_mapping"][place] for place in own))
    return Tokenised(text, tuple(encoded["input_ids"]), own, spans)


def text_score(text: Tokenised, log_probabilities: Sequence[float], *, spans: bool) -> TextScore | Unscored:
    """Return the score of a text from the log-probabilities of its own tokens, in nats, with spans if requested.

    The spans are those of the original text too, as a convention replaces characters one for one. Unscored:
    ``not_finite``.
    """
    if not all(map(isfinite, log_probabilities)):
        return Unscored("not_finite", "a token's log-probability is no finite number")
    ids = tuple(int(text.ids[position]) for position in text.positions)
    return TextScore(tuple(log_probabilities), ids, text.spans if spans else None)
