"""Tokenizes many texts in one call, with the place of each token in its text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokenizers import Tokenizer

from versebench.models.scorers.packed.convention import PackedConvention

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextTokens:
    """Ids of a text's tokens and, if requested, their spans: start and end in characters of the text."""

    ids: list[int]
    spans: list[Span] | None


class TextTokenizer:
    """Tokenizes without start tokens. Special tokens that a text spells out are treated as text."""

    def __init__(self, tokenizer: Any) -> None:
        self._slow = tokenizer
        backend = getattr(tokenizer, "backend_tokenizer", None)
        self._fast = None if backend is None else Tokenizer.from_str(backend.to_str())
        if self._fast is not None:
            self._fast.encode_special_tokens = True
            self._fast.no_padding()
            self._fast.no_truncation()

    def __call__(self, texts: Sequence[str], convention: PackedConvention, *, spans: bool) -> list[TextTokens]:
        """Return the tokens of each text. Raises ``ValueError`` for ``spans`` if the tokenizer has none."""
        prepared = [convention.prepare(text) for text in texts]
        if self._fast is None:
            if spans:
                raise ValueError(
                    "this tokenizer does not report offsets; token spans need a fast tokenizer (tokenizer.json)"
                )
            return [TextTokens(list(self._slow.encode(text, add_special_tokens=False)), None) for text in prepared]
        if not spans:
            encoded = self._fast.encode_batch_fast(prepared, add_special_tokens=False)
            return [TextTokens(encoding.ids, None) for encoding in encoded]
        encoded = self._fast.encode_batch(prepared, add_special_tokens=False)
        return [TextTokens(encoding.ids, _spans(encoding.offsets, convention.added)) for encoding in encoded]


def _spans(offsets: Sequence[Span], added: int) -> list[Span]:
    return [(max(0, start - added), max(0, end - added)) for start, end in offsets]
