"""Tokens after the rules of the Penn Treebank, as NLTK's word tokenizer reads them: ``treebank.v1``.

A line is cut in two steps. Marks are tokens of their own: all of ``; @ # $ % & ? ! *``, brackets, quotation marks, long
dashes, two dashes, two and more periods, a comma or colon unless a digit follows, and the last period of the line. What
is between marks and white space is a word, from which clitics (*'s*, *'ll*, *n't*), apostrophes at its ends, and the
second part of words such as *cannot* are taken.

The rules are those that R. MacIntyre published for the Penn Treebank (1995), with the changes that NLTK documents:
quotation marks and brackets of Unicode, a period inside a line stays with its word, and straight quotation marks become
two backticks where they open and two apostrophes where they close.
"""

import re
from collections.abc import Iterator, Sequence

NAME = "treebank.v1"

OPENING, CLOSING = "``", "''"

_QUOTE = "«»“”„‘’"
_MARK = re.compile(
    rf"""
    (?P<straight> " | '' )
    | \.{{2,}} | -- | `+ | [{_QUOTE}] | [;@\#$%&?!*\u2012-\u2015] | [\[\](){{}}<>]
    | [:,] (?!\d)
    | (?<=[^.]) \. (?= [\])}}>"'»”’\s]* $ ) (?! .* \s (?: " | '' ) )
    """,
    re.VERBOSE,
)
_OPENS_AFTER = frozenset(" ([{<")

_OPENING_APOSTROPHE = re.compile(r"(?<!\w)'(?!(?:re|ve|ll|[mtsdn])\b)(?=\w)", re.IGNORECASE)
"""An apostrophe before a word that is no clitic."""
_CLITICS = tuple(
    re.compile(rf"(?<=[^'])(?:{clitics})$") for clitics in ("'", "'[sSmMdD]", "'ll|'LL|'re|'RE|'ve|'VE|n't|N'T")
)
"""What is taken from the end of a word, one after the other."""
_JOINED = re.compile(
    r"\b(can(?=not\b)|d(?='ye\b)|(?:gim|lem)(?=me\b)|gon(?=na\b)|got(?=ta\b)|wan(?=na$)|more(?='n\b))(not|'ye|me|na|ta|'n)",
    re.IGNORECASE,
)
"""Both parts of two words that are written as one."""


def treebank_tokens(line: str) -> list[str]:
    """The tokens of a line, with their capitals."""
    found: list[str] = []
    end = 0
    for mark in _MARK.finditer(line):
        found += _words(line[end : mark.start()])
        found.append(_shown(line, mark))
        end = mark.end()
    return [*found, *_words(line[end:])]


def line_tokens(line: str) -> Sequence[str]:
    """The tokens of a line in lower case."""
    return [token.lower() for token in treebank_tokens(line)]


def _shown(line: str, mark: re.Match[str]) -> str:
    """The token of a mark: straight quotation marks tell whether they open or close."""
    if mark["straight"] is None:
        return mark[0]
    start = mark.start()
    opens = line[start - 1] in _OPENS_AFTER if start else mark[0] == '"'
    return OPENING if opens else CLOSING


def _words(text: str) -> Iterator[str]:
    for word in _OPENING_APOSTROPHE.sub("' ", text).split():
        yield from _parts(word)


def _parts(word: str) -> Iterator[str]:
    """A word without its clitics, and these."""
    clitics: list[str] = []
    for rule in _CLITICS:
        if clitic := rule.search(word):
            clitics.insert(0, clitic[0])
            word = word[: clitic.start()]
    yield from _JOINED.sub(r" \1 \2 ", word).split()
    yield from clitics
