"""A line of English text as words and marks, in the manner of Moses that the published vocabulary was counted with.

The rules are those that the documentation of Moses (https://www2.statmt.org/moses/) and of WikiText
(https://arxiv.org/abs/1609.07843, section 4.3) describe, and what transformers 4.57.6 was seen to answer. They differ
from it where its tables of characters do: Han characters and Hangul are not split one by one, and combining marks are
marks, and no part of the letters of their word. Nothing that a text spells is a special symbol: ``<eos>`` is three
words.
"""

import re
import unicodedata
from itertools import zip_longest

from models.judges.transformer_xl.abbreviations import ABBREVIATIONS, NUMBERED

_PLAIN_MARKS = str.maketrans(
    dict.fromkeys("‘’‚´", "'") | dict.fromkeys("“”„«»", '"') | {"–": "-", "—": " - ", "…": "..."}
)
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
_SPACE_IN_NUMBER = re.compile(r"(?<=\d)\xa0(?=\d)")
_CLOSING_BEFORE_STOP = re.compile(r'"([,.]+)')
_APOSTROPHES = [
    (re.compile(rf"({_NO_LETTER})'({_NO_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_NO_LETTER_OR_DIGIT})'({_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_LETTER})'({_NO_LETTER})"), r"\1 ' \2"),
    (re.compile(rf"({_LETTER})'({_LETTER})"), r"\1 '\2"),
    (re.compile(r"(\d)'s"), r"\1 's"),
]
_STOP_BEFORE_LAST_QUOTE = re.compile(r"\.' ?$")
_IN_NUMBER = re.compile(r"(?<=\d)([.,])(?=\d)")


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
    """Typewriter quotes and dashes; a closing quote follows the comma or full stop beside it."""
    text = text.replace("\r", "").replace("`", "'").replace("''", ' " ').translate(_PLAIN_MARKS).replace("''", '"')
    text = _CLOSING_BEFORE_STOP.sub(r'\1"', _SPACE_IN_NUMBER.sub(".", text))
    # Python counts superscripts and fractions among the digits of words, Moses among the marks.
    return "".join(f" {sign} " if unicodedata.category(sign) == "No" else sign for sign in text)


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
