"""The tokens around a text in XLNet's input. They are given, and neither scored nor counted."""

from dataclasses import dataclass
from typing import Any

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.tokenised import tokenise
from versebench.models.scorers.xlnet.convention import XlnetConvention

CONTEXT = 512
"""Tokens that are read at most, padding and special ones included: XLNet was trained on so many (Yang et al. 2019,
section 3.1), and has no limit of its own."""


@dataclass(frozen=True, slots=True)
class Given:
    """Tokens ``before`` a text, one at least, and ``after`` it; the last of those is ``<cls>``."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.before) + len(self.after)


def given_tokens(tokenizer: Any, convention: XlnetConvention, name: str) -> Given:
    """Return the tokens that a convention gives. Raises :class:`ModelLoadError` with the remedy."""
    padding = tokenise(tokenizer, convention.prepare(convention.padding), added=False).ids
    start = _special(tokenizer, convention.start_token, name, "choose the other start_token")
    after: tuple[int, ...] = ()
    # From left to right, no token sees what comes after the text, so leave it out.
    if convention.direction == "bidirectional":
        remedy = "set sep_token and cls_token in tokenizer_config.json"
        ending = (tokenizer.sep_token, tokenizer.cls_token)
        after = tuple(_special(tokenizer, token, name, remedy) for token in ending)
    found = Given((*padding, start), after)
    if len(found) >= CONTEXT:
        raise ModelLoadError(f"{name}: the padding text has {len(padding)} tokens, but only {CONTEXT} fit; shorten it")
    return found


def _special(tokenizer: Any, token: str | None, name: str, remedy: str) -> int:
    """Return the id of a special token. Raises :class:`ModelLoadError` with the remedy."""
    vocabulary = tokenizer.get_vocab()
    if token not in vocabulary:
        raise ModelLoadError(f"{name}: its tokenizer has no {token or 'token for <sep> or <cls>'}; {remedy}")
    return int(vocabulary[token])
