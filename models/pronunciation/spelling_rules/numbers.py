"""Numerals as they are read aloud.

1905 is read as a year and as a number, a year first; other whole numbers up to 999,999,999,999 as numbers; more digits,
and digits after a leading zero, one by one. 2nd is an ordinal, the 1820s a decade. A sign of money is read after its
number (£5: five pounds), a point digit by digit, a percent sign as "percent".
"""

import re
from collections.abc import Iterator, Sequence

from versebench.models.pronunciation.spelling_rules.changes import Phones, add_s
from versebench.models.pronunciation.spelling_rules.contract import Spelling

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (10**2, "hundred"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_MONEY = {"£": ("pound", "pounds"), "$": ("dollar", "dollars"), "€": ("euro", "euros")}
_NUMBER = re.compile(r"([£$€]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(st|nd|rd|th|'?s|%)?")
_YEARS = range(1100, 2100)
_MOST_DIGITS = 12
_MOST_SPOKEN = 24  # digits one by one


def number_words(word: str) -> Iterator[Spelling]:
    """Yield every reading of a numeral."""
    match = _NUMBER.fullmatch(word)
    if match is None or len(match.group(2)) > _MOST_SPOKEN:
        return
    money, digits, fraction, ending = match.groups()
    digits = digits.replace(",", "")
    for words in _readings(digits, is_year="," not in word and not money and not fraction):
        if ending in ("st", "nd", "rd", "th"):
            yield Spelling("ordinal", (*words[:-1], _ordinal(words[-1])))
        elif ending in ("s", "'s"):
            yield Spelling("decade", tuple(words), _plural)
        else:
            yield Spelling("numeral", tuple(_with_unit(words, money, fraction, ending)))


def _readings(digits: str, *, is_year: bool) -> Iterator[list[str]]:
    number = int(digits)
    if len(digits) > _MOST_DIGITS or (digits[0] == "0" and len(digits) > 1):
        yield [_ONES[int(digit)] for digit in digits]
        return
    if is_year and number in _YEARS and number % 1000 >= 10:
        yield year(number)
    yield cardinal(number)


def year(number: int) -> list[str]:
    """Return a year in two halves: nineteen oh five, eighteen hundred."""
    century, rest = divmod(number, 100)
    if rest == 0:
        return [*cardinal(century), "hundred"]
    return [*cardinal(century), *(["oh"] if rest < 10 else []), *cardinal(rest)]


def cardinal(number: int) -> list[str]:
    """Return a whole number in words, without "and"."""
    if number < 20:
        return [_ONES[number]]
    if number < 100:
        tens, ones = divmod(number, 10)
        return [_TENS[tens - 2], *([_ONES[ones]] if ones else [])]
    size, name = next((size, name) for size, name in _SCALES if number >= size)
    many, rest = divmod(number, size)
    return [*cardinal(many), name, *(cardinal(rest) if rest else [])]


def _ordinal(word: str) -> str:
    return _ORDINALS.get(word) or (word[:-1] + "ieth" if word.endswith("y") else word + "th")


def _with_unit(words: Sequence[str], money: str, fraction: str | None, ending: str | None) -> Iterator[str]:
    yield from words
    if fraction:
        yield "point"
        yield from (_ONES[int(digit)] for digit in fraction[1:])
    if money:
        yield _MONEY[money][words != ["one"] or fraction is not None]
    if ending == "%":
        yield "percent"


def _plural(phones: Phones) -> Phones:
    return add_s(phones)
