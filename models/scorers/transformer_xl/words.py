"""A line of English text as words and marks, in the manner of Moses that the published vocabulary was counted with.

The rules are those that the documentation of Moses (https://www2.statmt.org/moses/) and of WikiText
(https://arxiv.org/abs/1609.07843, section 4.3) describe, and what transformers 4.57.6 was seen to answer. They differ
from it where its tables of characters do: Han characters and Hangul are not split one by one, and combining marks are
marks, and no part of the letters of their word. Nothing that a text spells is a special symbol: ``<eos>`` is three
words.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from unicodedata import category

from versebench.models.scorers.transformer_xl.abbreviations import ABBREVIATIONS, NUMBERED

_LETTER = r"[^\W\d_]"
_LETTER_OR_DIGIT = r"[^\W_]"
_NO_LETTER = r"[\W\d_]"
_NO_LETTER_OR_DIGIT = r"[\W_]"
_SPACES = re.compile(r"\s+")
_CONTROL = re.compile(r"[\x00-\x1f]")
_MARK = re.compile(r"[^\w\s.',\-]|_")
_HYPHEN = re.compile(rf"({_LETTER_OR_DIGIT})-(?={_LETTER_OR_DIGIT})")
_DOTS = re.compile(r"\.{2,}")
_COMMA = re.compile(r"(?<=\D),|,(?!\d)")
_APOSTROPHES = [
    (re.compile(rf"({_NO_LETTER})'({_NO_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_NO_LETTER_OR_DIGIT})'({_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_LETTER})'({_NO_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_LETTER})'({_LETTER})"), r"\1 '\2"),
    (re.compile(r"(\d)'s"), r"\1 's"),
]
_STOP_BEFORE_LAST_QUOTE = re.compile(r"\.' ?$")
_IN_NUMBER = re.compile(r"(?<=\d)([.,])(?=\d)")


@dataclass(frozen=True, slots=True)
class Rule:
    """What is written for every match of a pattern."""

    pattern: re.Pattern[str]
    write: Callable[[re.Match[str]], str]


def _always(pattern: str, written: str) -> Rule:
    return Rule(re.compile(pattern), lambda _: written)


PLAIN_MARKS = (
    _always("\r", ""),
    _always("`", "'"),
    _always("''", ' " '),
    _always("[‘’‚´]", "'"),
    _always("[“”„«»]", '"'),
    _always("–", "-"),
    _always("—", " - "),
    _always("…", "..."),
    _always("''", '"'),
    _always(r"(?<=\d)\xa0(?=\d)", "."),
    Rule(re.compile(r'"([,.]+)'), lambda match: f'{match[1]}"'),
    # Python counts superscripts and fractions, none of them ASCII, among the digits of words, Moses among the marks.
    Rule(re.compile(r"[^\x00-\x7f]"), lambda match: f" {match[0]} " if category(match[0]) == "No" else match[0]),
)
"""Typewriter quotes and dashes, in this order; a closing quote follows the comma or full stop beside it."""


def split_words(line: str) -> list[str]:
    """``She'd 1,000 well-made hats.`` is ``She 'd 1 @,@ 000 well @-@ made hats .``; an apostrophe opens its word."""
    text = _with_plain_marks(line)
    text = _MARK.sub(r" \g<0> ", _CONTROL.sub("", _SPACES.sub(" ", text)).strip())
    text = _HYPHEN.sub(r"\1 @-@ ", text)
    text = _DOTS.sub(r" \g<0> ", text)
    text = _COMMA.sub(" , ", text)
    for pattern, apart in _APOSTROPHES:
        text = pattern.sub(apart, text)
    text = _STOP_BEFORE_LAST_QUOTE.sub(" . '", _with_stops_apart(text.split()))
    return _IN_NUMBER.sub(r" @\1@ ", text).split()


def _with_plain_marks(text: str) -> str:
    for rule in PLAIN_MARKS:
        text = rule.pattern.sub(rule.write, text)
    return text


def _with_stops_apart(words: list[str]) -> str:
    """The words with spaces between them, and before each full stop that belongs to no abbreviation."""
    return " ".join(
        word if not word.endswith(".") or _keeps_stop(word[:-1], after) else f"{word[:-1]} ."
        for word, after in zip_longest(words, words[1:], fillvalue="")
    )


def _keeps_stop(word: str, after: str) -> bool:
    inner_stop = "." in word and any(sign.isalpha() for sign in word)
    if inner_stop or word in ABBREVIATIONS or not word.strip("."):
        return True
    return after[:1].islower() or (word in NUMBERED and after[:1].isdecimal())
