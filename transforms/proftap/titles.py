"""Titles of poems, as models are asked for them and as they are compared."""

import re

from versebench.models.simplified import comparable, simplified
from versebench.transforms.text.chinese import characters

_NOTE = re.compile(r"[（(\[〔【].*?[）)\]〕】]")
_SERIES = re.compile(
    r"([一二三四五六七八九十百]+首\s*[一二三四五六七八九十百]*|其[一二三四五六七八九十百]+|\s+[一二三四五六七八九十百]+)$"
)
"""A number alone only after a space: in 問劉十九 it is a person's."""
_PREFACE = re.compile(r"\s*([并並幷]|有|附)(小|短)?(序|引|叙|敘)$")
_PART = re.compile(r"\s*(其|之|第)[一二三四五六七八九十百]+[首章]?$")
_OF_SERIES = re.compile(r"[一二三四五六七八九十百]+[首章]|[其第][一二三四五六七八九十百]+$")


def plain_title(title: str) -> str:
    """A title without marks, notes and the number of a poem in a series (帝京篇十首 一 is 帝京篇)."""
    title = _NOTE.sub("", title).strip()
    shorter = _SERIES.sub("", title).strip()
    return "".join(characters(shorter or title))


def has_number(title: str) -> bool:
    """Whether a title has the number of a poem in a series, or of the poems of a series."""
    title = _NOTE.sub("", title).strip()
    if _PART.search(title):
        return True
    return bool(_SERIES.sub("", title).strip()) and bool(_SERIES.search(title))


def asked_title(title: str) -> str:
    """A title as models are asked for it: simplified, without numbers, notes, marks and the mention of a preface."""
    rest = _NOTE.sub("", title).strip()
    while (shorter := _PART.sub("", _PREFACE.sub("", rest)).strip(" ·，、")) and shorter != rest:
        rest = shorter
    return simplified(_PREFACE.sub("", plain_title(rest)))


def is_of_series(asked: str) -> bool:
    """Whether a title as models would be asked for it still has the number of a poem, or of the poems, of a series."""
    return bool(_OF_SERIES.search(asked))


def title_names(title: str) -> frozenset[str]:
    """The names under which a title may have been learned: as it is asked for, without its number, and whole."""
    return frozenset(name for each in (asked_title(title), plain_title(title), title) if (name := title_key(each)))


def title_key(title: str) -> str:
    """A title or line as they are compared: simplified character by character, without marks."""
    return "".join(characters(comparable(title)))
