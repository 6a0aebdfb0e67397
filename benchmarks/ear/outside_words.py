"""How often words outside the dictionary are read acceptably: 200 words of verse, each with the verdict of a reader.

The words are drawn by :func:`drawn`: of all words of two or more letters that stand in three poems or more of the
corpus of verse and have no entry in CMUdict, the 200 whose hash is smallest. ``docs/outside-words.csv`` has for each
the first reading of the default source of pronunciations, that of the network alone, and a verdict on both: acceptable
if a speaker of American or British English of today, or the poets' metre, can say the word so; stress counts, the
vowels of syllables without stress do not. If a reading has changed since, it counts as wrong until it is read again.
"""

import csv
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ear.texts import VERSE, words_of
from versebench.models.pronunciation.dictionary import load_dictionary
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.registry import load_pronouncer

READ = Path(__file__).parents[2] / "docs" / "outside-words.csv"
WORDS = 200
POEMS = 3
SOURCE = "verse-ear.v2"
ACCEPTABLE, WRONG = "acceptable", "wrong"

_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")


def drawn(data: Path) -> list[str]:
    """The words, in the order of their hashes; none if the corpus is not there."""
    if not (data / VERSE).is_file():
        return []
    dictionary, poems = load_dictionary(), Counter[str]()
    for text in _texts(data / VERSE):
        poems.update({word for line in text.splitlines() for word in words_of(line)})
    unknown = {
        word.replace("’", "'")
        for word, times in poems.items()
        if times >= POEMS and len(word) > 1 and _WORD.fullmatch(word) and not dictionary.look_up(word.lower())
    }
    return sorted(unknown, key=_hash)[:WORDS]


def _texts(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as rows:
        for row in rows:
            yield json.loads(row)["text"]


def _hash(word: str) -> str:
    return hashlib.blake2b(word.encode(), digest_size=8).hexdigest()


def readings(words: Sequence[str]) -> list[tuple[str, str]]:
    """For each word the first reading of the default source, and the network's; empty if there is none."""
    first = load_pronouncer(SOURCE).pronounce(words)
    letters = [re.sub("[^a-z]", "", word.lower()) for word in words]
    alone = load_g2p().pronounce(letters)
    return [
        (" ".join(said[0].phones) if said else "", " ".join(guess)) for said, guess in zip(first, alone, strict=True)
    ]


def measure(data: Path, path: Path = READ) -> dict[str, Any]:
    """The shares of acceptable readings: of all, and of the network alone.

    ``drawn`` is whether the words are those that are drawn from the corpus; None if it is not there.
    """
    with path.open(encoding="utf-8", newline="") as rows:
        read = list(csv.DictReader(rows))
    now = readings([row["word"] for row in read])
    if odd := next((row for row in read for key in ("verdict", "network_verdict") if row[key] not in _VERDICTS), None):
        raise ValueError(f"{path}: {odd['word']} has an unknown verdict; write {ACCEPTABLE} or {WRONG}")
    pairs = list(zip(read, now, strict=True))
    good = sum(row["verdict"] == ACCEPTABLE and row["reading"] == reading for row, (reading, _) in pairs)
    alone = sum(row["network_verdict"] == ACCEPTABLE and row["network"] == guess for row, (_, guess) in pairs)
    unread = sum((row["reading"], row["network"]) != both for row, both in pairs)
    found = drawn(data)
    return {
        "words": len(read),
        "acceptable": good / len(read),
        "network_alone": alone / len(read),
        "unread": unread,
        "drawn": [row["word"] for row in read] == found if found else None,
    }


_VERDICTS = frozenset((ACCEPTABLE, WRONG))
