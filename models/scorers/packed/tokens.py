"""The tokens of many texts in one call, and where each stands in its text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokenizers import Tokenizer

from versebench.models.scorers.packed.convention import PackedConvention

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextTokens:
    """Ids of a text's tokens and, where asked for, their spans: start and end in characters of the text."""

    ids: list[int]
    spans: list[Span] | None


class TextTokenizer:
    """Tokenizes without start tokens, and reads a text that spells out a special token as a text."""

    def __init__(self, tokenizer: Any) -> None:
        self._slow = tokenizer
        backend = getattr(tokenizer, "backend_tokenizer", None)
        self._fast = None if backend is None else Tokenizer.from_str(backend.to_str())
        if self._fast is not None:
            self._fast.encode_special_tokens = True
            self._fast.no_padding()
            self._fast.no_truncation()

    def __call__(self, texts: Sequence[str], convention: PackedConvention, *, spans: bool) -> list[TextTokens]:
        """The tokens of each text. Raises ``ValueError`` where spans are asked of a tokenizer that has none."""
        prepared = [convention.prepare(text) for text in texts]
        if self._fast is None:
            if spans:
                raise ValueError(
                    "this tokenizer does not report offsets; token spans need a fast tokenizer (tokenizer.json)"
                )
            return [TextTokens(list(self._slow.encode(text, add_special_tokens=False)), None) for text in prepared]
        if not spans:
            encoded = self._fast.encode_batch_fast(prepared, add_special_tokens=False)
            return [TextTokens(one.ids, None) for one in encoded]
        encoded = self._fast.encode_batch(prepared, add_special_tokens=False)
        return [TextTokens(one.ids, _spans(one.offsets, convention.added)) for one in encoded]


def _spans(offsets: Sequence[Span], added: int) -> list[Span]:
    return [(max(0, start - added), max(0, end - added)) for start, end in offsets]
