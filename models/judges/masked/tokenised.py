"""A text as the tokens of a model, with their places in the text."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tokenised:
    """The tokens of a prepared text.

    ``ids`` is what the model reads, with the tokens that the tokenizer adds. ``positions`` are the places in ``ids``
    of the text's own tokens, and ``spans`` their characters in ``text``: start and end (exclusive).
    """

    text: str
    ids: tuple[int, ...]
    positions: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ScoredToken:
    """A token, its characters ``start`` to ``end`` (exclusive) of the prepared text, its log-probability in nats."""

    token_id: int
    start: int
    end: int
    log_probability: float


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


def count_unknown(tokenizer: Any, text: str) -> int:
    """How many tokens of a text are the unknown token: the vocabulary filter of RANLP 2021 (section 4.3)."""
    if tokenizer.unk_token_id is None:
        return 0
    return tokenise(tokenizer, text, added=False).ids.count(int(tokenizer.unk_token_id))
