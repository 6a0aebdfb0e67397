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
    """What every convention does with a text."""

    def prepare(self, text: str) -> str:
        """The text as the tokenizer sees it."""
        ...


@dataclass(frozen=True)
class TokenizerVocabulary:
    """The tokenizer of a model of Hugging Face alone."""

    tokenizer: Any
    convention: Preparing

    @property
    def size(self) -> int:
        """How many tokens there are."""
        return len(self.tokenizer)

    def token_ids(self, text: str) -> list[int]:
        """The tokens of a text; one that spells out a special token is a text."""
        prepared = self.convention.prepare(text)
        encoded = self.tokenizer(prepared, add_special_tokens=False, split_special_tokens=True, verbose=False)
        found: list[int] = encoded["input_ids"]
        return found

    def unknown_tokens(self, text: str) -> int:
        """How many tokens of a text are the unknown token: the vocabulary filter of RANLP 2021 (section 4.3).

        Of byte-level tokenizers none is; GPT-2's calls its start token so, which no text is cut into.
        """
        unknown = self.tokenizer.unk_token_id
        return 0 if unknown is None else self.token_ids(text).count(unknown)


def tokenise(tokenizer: Any, text: str, *, added: bool) -> Tokenised:
    """The tokens of a text, with those that the tokenizer adds if ``added``.

    A text that spells out a special token is a text: its tokens are the text's own, and scored. (The pieces of Unigram
    tokenizers may hold the special token, so that its id comes up in the text all the same.)
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


def text_score(text: Tokenised, found: Sequence[float], *, spans: bool) -> TextScore | Unscored:
    """The score of a text whose own tokens have these log-probabilities, in nats; with their spans if asked for.

    The spans are those of the original text too, as a convention replaces characters one for one. Unscored:
    ``not_finite``.
    """
    if not all(map(isfinite, found)):
        return Unscored("not_finite", "a token's log-probability is no finite number")
    ids = tuple(int(text.ids[position]) for position in text.positions)
    return TextScore(tuple(found), ids, text.spans if spans else None)
