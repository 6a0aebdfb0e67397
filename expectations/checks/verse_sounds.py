"""Checks of the scansion, the sound classes and the devices of an annotation."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from versebench.expectations.checks import word_lists
from versebench.expectations.rows import Rows
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.classify import RhymeClass
from versebench.transforms.prosody.rhymes.groups import is_rhymed
from versebench.transforms.prosody.scansion.claim import Claim, claim_of

_CLASSES = frozenset((*RhymeClass, ""))
_OF_WORDS = ("word_line", "word_pattern", "word_onset", "word_vowel", "word_coda")
_OF_DEVICES = ("device_kind", "device_number", "device_start", "device_end")


def verse_parallel(rows: Rows) -> pa.Array:
    """Whether patterns and sound classes have one entry per word, and the columns of devices are equally long."""
    of_words = word_lists.equally_long(rows.data, _OF_WORDS)
    return pa.array(of_words & word_lists.equally_long(rows.data, _OF_DEVICES))


def beats_agree(rows: Rows) -> pa.Array:
    """Whether each line has a number of beats, which is that of its words' patterns."""
    return pa.array(map(_same_beats, _rows(rows, "scheme", "word_line", "word_pattern", "line_beats")))


def devices_hold(rows: Rows) -> pa.Array:
    """Whether the words of devices are words of the poem."""
    return pa.array(map(_are_words, _rows(rows, "word_start", "word_end", "device_start", "device_end")))


def rhymes_placed(rows: Rows) -> pa.Array:
    """Whether each line that follows one of its rhyme group has a class of rhyme, and no other; or no line has one."""
    return pa.array(map(_has_classes, _rows(rows, "scheme", "line_rhyme")))


def metre_as_claimed(rows: Rows) -> pa.Array:
    """Whether the metre is said to be as claimed if and only if enough lines have the beats that the form claims."""
    poems = rows.sibling("poems")
    names = ("form", "text")
    known = dict(zip(poems.column("work_id").to_pylist(), poems.select(names).to_pylist(), strict=True))
    columns = ("work_id", "metre", "heard_metre", "line_beats")
    return pa.array(_holds(row, known.get(row["work_id"])) for row in _rows(rows, *columns))


def _rows(rows: Rows, *columns: str) -> Iterator[dict[str, Any]]:
    yield from rows.data.select(columns).to_pylist()


def _same_beats(row: Mapping[str, Any]) -> bool:
    if any(value is None for value in row.values()) or len(row["line_beats"]) != len(row["scheme"]):
        return False
    beats = [0] * len(row["scheme"])
    if len(row["word_line"]) != len(row["word_pattern"]):
        return False
    for line, pattern in zip(row["word_line"], row["word_pattern"], strict=True):
        if pattern is None or not 0 <= line < len(beats):
            return False
        beats[line] += pattern.count("+")
    return bool(beats == row["line_beats"])


def _are_words(row: Mapping[str, Any]) -> bool:
    if any(value is None for value in row.values()):
        return False
    words = set(zip(row["word_start"], row["word_end"], strict=False))
    return words.issuperset(zip(row["device_start"], row["device_end"], strict=False))


def _has_classes(row: Mapping[str, Any]) -> bool:
    scheme, classes = row["scheme"], row["line_rhyme"]
    if scheme is None or classes is None or len(scheme) != len(classes) or not _CLASSES.issuperset(classes):
        return False
    follows = [is_rhymed(letter) and letter in scheme[:line] for line, letter in enumerate(scheme)]
    return not any(classes) or follows == list(map(bool, classes))


def _holds(row: Mapping[str, Any], poem: Mapping[str, Any] | None) -> bool:
    if poem is None or poem["form"] not in FORMS or row["line_beats"] is None:
        return False
    if row["metre"] == Claim.UNCHECKED:
        return FORMS[poem["form"]].metre is not None and row["heard_metre"] is None
    lines = zip(poem["text"].split("\n"), row["line_beats"], strict=False)
    beats = [number for line, number in lines if line.strip()]
    return bool(row["metre"] == claim_of(FORMS[poem["form"]], row["heard_metre"], beats))
