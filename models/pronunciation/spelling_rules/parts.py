"""Compounds and initialisms: well-bred, moonlit, U.S."""

import re
from collections.abc import Iterator

from versebench.models.pronunciation.spelling_rules.changes import Phones
from versebench.models.pronunciation.spelling_rules.contract import Spelling

_LETTERS = dict(
    line.split(maxsplit=1)
    for line in """a EY1
b B IY1
c S IY1
d D IY1
e IY1
f EH1 F
g JH IY1
h EY1 CH
i AY1
j JH EY1
k K EY1
l EH1 L
m EH1 M
n EH1 N
o OW1
p P IY1
q K Y UW1
r AA1 R
s EH1 S
t T IY1
u Y UW1
v V IY1
w D AH1 B AH0 L Y UW0
x EH1 K S
y W AY1
z Z IY1""".splitlines()
)
_DOTTED = re.compile(r"(?:[A-Za-z]\.){1,9}[A-Za-z]?")
_CAPITALS = re.compile(r"[A-Z]{2,5}")
_JOINTS = re.compile(r"[-.…/&\s]+")
_NO_VOWEL = re.compile(r"[^AEIOUY]+")
_LONGEST_SPELLED = 3  # letters of an unknown word in capitals with vowels that is still spelled out
_SHORTEST = 4  # letters of a part of a compound, except for these heads:
_SHORT_HEADS = frozenset("air bee day dew ear eye fen fog god ice ivy man oak red sea sky sun war way".split())


def hyphenated(word: str) -> Iterator[Spelling]:
    """Yield the pieces of a hyphenated word: well-bred, night-wind's."""
    pieces = tuple(piece for piece in _JOINTS.split(word) if piece.strip("'"))
    if len(pieces) > 1:
        yield Spelling("hyphen", pieces)


def compound(word: str) -> Iterator[Spelling]:
    """Yield two dictionary words written as one: eventide. The longest second part comes first: it rhymes."""
    if word.isalpha():
        for cut in range(3, len(word) - _SHORTEST + 1):
            if cut >= _SHORTEST or word[:cut] in _SHORT_HEADS:
                yield Spelling("compound", (word[:cut], word[cut:]), plain=True)


def initialism(word: str, *, known: bool) -> Phones | None:
    """Return the letter names of U.S. and BBC; None if the word is not an initialism.

    A word with dots always is one. A word in capitals is one if the dictionary lacks it, and it is very short or has no
    vowel: verse also uses capitals for emphasis.
    """
    if _DOTTED.fullmatch(word) and "." in word[:-1]:
        return spelled_out(word.replace(".", ""))
    unspeakable = _NO_VOWEL.fullmatch(word) or len(word) <= _LONGEST_SPELLED
    if _CAPITALS.fullmatch(word) and not known and unspeakable:
        return spelled_out(word)
    return None


def spelled_out(letters: str) -> Phones:
    """Return the names of letters, with primary stress on the last and secondary stress on the others."""
    names = [_LETTERS[letter].split() for letter in letters.lower()]
    before = [phone.replace("1", "2") for name in names[:-1] for phone in name]
    return (*before, *names[-1])
