"""Attribution lines: a line after a poem that names its author, as in "- Edward Lear"."""

import re

_DASHED = re.compile(r"(?:--|[-–—―~*•])\s*(?:by\s+)?(?P<name>.*)", re.IGNORECASE)
_BY = re.compile(r"by\s+(?P<name>.*)", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][^\W\d_'’.-]*(?:['’.-][^\W\d_]*)*")
_YEAR = re.compile(r"\(?(?:c\. ?)?\d{4}(?:\s?[-–]\s?\d{2,4})?\)?")
_PARTICLES = frozenset("& and da de del der di du la le of the van von y".split())
_LONGEST = 60  # characters of an attribution
_MOST_WORDS = 7
_FEWEST_LINES = 2  # of the poem


def cut_attribution(text: str) -> tuple[str, str]:
    """Returns a text without its attribution line, and the name in it; the same text and no name if it has none.

    An attribution line is the last, stands after two lines or more, and names nothing but people: a dash and
    capitalised words, with a year if there is one. After a blank line "by" takes the place of the dash.
    """
    poem, _, last = text.rpartition("\n")
    lines = [line for line in poem.split("\n") if line]
    if len(lines) < _FEWEST_LINES or len(last) > _LONGEST:
        return text, ""
    stated = _DASHED.fullmatch(last) or (_BY.fullmatch(last) if poem.endswith("\n") else None)
    if stated is None or not _is_name(name := stated["name"].strip()):
        return text, ""
    return poem.rstrip("\n"), name


def _is_name(text: str) -> bool:
    words = [word.strip(",;()") for word in _YEAR.sub(" ", text).split()]
    names = [word for word in words if word.lower() not in _PARTICLES and word]
    if not names or len(words) > _MOST_WORDS:
        return False
    return all(word[0].isupper() and _NAME.fullmatch(word) for word in names)
