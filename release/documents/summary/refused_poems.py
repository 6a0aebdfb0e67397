"""Refused poems for the report: a few for each reason, with the words that the reason names, and how they sound."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.documents.examples import least
from versebench.release.documents.facts import Spans
from versebench.release.documents.summary.refused_poem import RefusedPoem

PER_REASON = 40
LONGEST = 600

_NAMED = re.compile(r"lines? (\d+)(?: and (\d+))?[^:]*: (.+)")
_HEARD = re.compile(r" \([^()]*\)")

Rhymes = Callable[[str, str], bool]


@dataclass(frozen=True)
class Hearing:
    """How words sound under the recipe, and whether lines rhyme under it and under each other setting of its key ear.

    ``spoken`` gives the phones of a word, "or" between its pronunciations; empty if it has none.
    """

    spoken: Callable[[str], str]
    rhymes: Rhymes
    others: Mapping[str, Rhymes]


def choose_refused(tables: Iterable[pa.Table], hearing: Hearing | None) -> tuple[RefusedPoem, ...]:
    """For each reason the refused rows with the smallest ids, the most frequent reason first; no texts of pairs.

    ``hearing`` is None if the poems have no phones.
    """
    rows: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    counts: Counter[str] = Counter()
    for table in tables:
        for row in table.filter(pc.not_equal(table.column("stage"), "score")).to_pylist():
            counts[row["reason"]] += 1
            rows[row["reason"]] = least(PER_REASON, [*rows.get(row["reason"], []), (row["reject_id"], row)])
    return tuple(_refused(row, hearing) for reason, _ in counts.most_common() for _, row in rows[reason])


def _refused(row: Mapping[str, Any], hearing: Hearing | None) -> RefusedPoem:
    text, detail = str(row["original"])[:LONGEST], str(row["detail"] or "")
    refused = RefusedPoem(row["reject_id"], row["source_id"] or "", row["reason"], detail, text)
    named = _NAMED.fullmatch(detail) if row["stage"] == "clean" else None
    if named is None:
        return refused
    words = _HEARD.sub("", named[3]).split(" / ")
    lines = [int(number) for number in named.groups()[:2] if number]
    spans = _spans(text, lines, words)
    if hearing is None or not spans:
        return RefusedPoem(*refused.identity, spans)
    spoken = tuple((word, sounds) for word in words if (sounds := hearing.spoken(word)))
    return RefusedPoem(*refused.identity, spans, spoken, _kept_by(text, lines, hearing))


def _spans(text: str, lines: Sequence[int], words: Sequence[str]) -> Spans:
    """Where the words stand at the ends of the lines, as far as they are found."""
    starts, found = _starts(text), []
    for number, word in zip(lines, words, strict=False):
        if number > len(starts):
            continue
        start = starts[number - 1]
        line = text[start:].split("\n", 1)[0]
        if word and (place := line.lower().rfind(word.lower())) >= 0:
            found.append((start + place, start + place + len(word)))
    return tuple(sorted(found))


def _starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _kept_by(text: str, lines: Sequence[int], hearing: Hearing) -> tuple[str, ...]:
    """The settings under which two lines rhyme that do not rhyme under the recipe's."""
    of_text = text.split("\n")
    if len(lines) != 2 or max(lines) > len(of_text):
        return ()
    first, second = (of_text[number - 1] for number in lines)
    if hearing.rhymes(first, second):
        return ()
    return tuple(setting for setting, rhymes in hearing.others.items() if rhymes(first, second))
