"""Tokenizers of verses, by versioned name.

To add one, write a function with the decorator :func:`tokenizer`, here or in a module that you append to the list.
"""

from collections.abc import Callable, Sequence

from versebench.schemas.registration import Registry
from versebench.transforms.text import treebank_words as treebank
from versebench.transforms.text import verse_words as words

Lines = tuple[tuple[str, ...], ...]
"""A verse: its lines, each with its tokens. Ends of lines and of the verse are no tokens."""

Tokenizer = Callable[[str], Sequence[str]]
"""From a line to its tokens, in lower case."""

TOKENIZERS: Registry[Tokenizer] = Registry("tokenizer", ("versebench.transforms.lyrics.tokenizers",))

DEFAULT = words.NAME


def tokenizer(name: str) -> Callable[[Tokenizer], Tokenizer]:
    """Return a decorator that registers a function as a tokenizer."""

    def register(function: Tokenizer) -> Tokenizer:
        TOKENIZERS.add(name, function, function.__module__)
        return function

    return register


@tokenizer(words.NAME)
def verse_words(line: str) -> Sequence[str]:
    """Words with their apostrophes, and every mark by itself."""
    return words.line_tokens(line)


@tokenizer(treebank.NAME)
def treebank_words(line: str) -> Sequence[str]:
    """Tokens after the rules of the Penn Treebank, as NLTK's word tokenizer reads them."""
    return treebank.line_tokens(line)


def tokenized(text: str, name: str = DEFAULT) -> Lines:
    """The tokens of a verse; lines without a token are left out. Raises ``KeyError`` for an unknown tokenizer."""
    split = TOKENIZERS[name]
    return tuple(line for line in (tuple(split(each)) for each in text.split("\n")) if line)


def flat(verse: Lines) -> list[str]:
    """The tokens of a verse in one list."""
    return [token for line in verse for token in line]


def written(verse: Lines) -> str:
    """A verse as text: tokens joined by a space, lines by a newline."""
    return "\n".join(map(" ".join, verse))


def as_written(text: str) -> Lines:
    """The tokens of a verse that :func:`written` wrote. An empty text has one line without a token."""
    return tuple(tuple(line.split()) for line in text.split("\n"))
