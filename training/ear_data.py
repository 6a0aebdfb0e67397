"""Training and test data of the two pronunciation models: words with their phones, words with their syllables.

Sources: the CMU Pronouncing Dictionary as it is shipped, and the syllable counts taken from
Wiktionary (``wikipron_us_syllables.tsv.gz``). Words are split into parts by the hash of a rough stem, so that "walks"
does not test a model that was trained on "walked".
"""

import csv
import gzip
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Literal

from training.cards import ROOT
from versebench.models.pronunciation.dictionary import load_dictionary
from versebench.models.pronunciation.g2p import folded

LIMERICKS = ROOT / "samples" / "limericks.json"

# Entries with full stops, hyphens or digits ("w.", "gift-horse") are no spellings of one spoken word.
WORD = re.compile(r"(?=.*[a-z])[a-z']+")
LETTERS = "abcdefghijklmnopqrstuvwxyz'"
# Longest first, since the first that fits is taken off.
ENDINGS = (
    "iness nesses ments ings ness ment ably ibly ally ers ing est ies ied ish ism ist "
    "able ible less ful ers er ed es ly s e y i"
).split()
SHORTEST_STEM = 3
PERMILLE = {"test": 50, "dev": 25}

Part = Literal["train", "dev", "test"]
Phones = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the dictionary: its spelling in lower case and its variants, the most usual first."""

    word: str
    variants: tuple[Phones, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A word of Wiktionary and the numbers of syllables that its pronunciations there have."""

    word: str
    syllables: tuple[int, ...]
    in_cmudict: bool


def stem(word: str) -> str:
    """A rough stem: endings of inflection and common derivation taken off, a doubled last letter made single.

    It need not be a word. That unrelated words share a stem does no harm: they only land in the same part.
    """
    rest = word.replace("'s", "").replace("'", "")
    shorter = True
    while shorter:
        shorter = False
        for ending in ENDINGS:
            if rest.endswith(ending) and len(rest) - len(ending) >= SHORTEST_STEM:
                rest, shorter = rest[: -len(ending)], True
                break
    return rest[:-1] if len(rest) > SHORTEST_STEM and rest[-1] == rest[-2] else rest


def bucket(word: str) -> int:
    """A number from 0 to 999 that all words of a stem share."""
    return int.from_bytes(hashlib.sha256(stem(word).encode()).digest()[:8], "big") % 1000


def part_of(word: str) -> Part:
    """Where a word belongs: of all stems about 5 % are for testing and 2.5 % for development."""
    number = bucket(word)
    if number < PERMILLE["test"]:
        return "test"
    return "dev" if number < PERMILLE["test"] + PERMILLE["dev"] else "train"


def read_cmudict() -> dict[Part, list[Entry]]:
    """The words of CMUdict that are letters and apostrophes only, by part, in alphabetical order."""
    parts: dict[Part, list[Entry]] = {"train": [], "dev": [], "test": []}
    for word, variants in sorted(load_dictionary().entries()):
        if WORD.fullmatch(word):
            parts[part_of(word)].append(Entry(word, tuple(dict.fromkeys(tuple(phones) for phones in variants))))
    return parts


def without_stress(phones: Iterable[str]) -> Phones:
    """The phones without the digits of their vowels."""
    return tuple(phone.rstrip("012") for phone in phones)


def syllables(phones: Iterable[str]) -> int:
    """The number of vowels."""
    return sum(phone[-1].isdigit() for phone in phones)


def read_wiktionary(path: Path) -> list[Counted]:
    """The words of Wiktionary with at least one syllable, in the order of the file."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = []
    for row in rows:
        counts = tuple(int(count) for count in row["syllables"].split("/") if int(count) > 0)
        if counts:
            found.append(Counted(row["word"].lower(), counts, row["in_cmudict"] == "1"))
    return found


def words_of_limericks(ids: Iterable[str], path: Path = LIMERICKS) -> set[str]:
    """Every word in the sample limericks with these ids."""
    wanted = set(ids)
    poems: list[Mapping[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    text = "\n".join(poem["limerick"] for poem in poems if poem["id"] in wanted)
    return set(words_in(text))


def words_in(text: str) -> list[str]:
    """The words of a text, folded."""
    return re.findall(r"[a-z]+(?:'[a-z]+)*", folded(text))


# ---- Letters to phones ----

MOST_PHONES = 2  # that one letter may stand for: "x" is K S, "u" is Y UW
SAMPLE_STEP = 8  # every so many words serve the first rounds of the alignment
FIRST_COSTS, LATER_COSTS = (2.0, 3.0, 7.0), (9.0, 9.0, 11.0)  # nats, of 0, 1 and 2 phones not seen with a letter
NEVER = 1e9

Spelled = tuple[str, Phones]
Costs = dict[str, dict[Phones, float]]
Tally = dict[str, Counter[Phones]]


def split_phones(word: str, phones: Phones, costs: Costs, unseen: Sequence[float]) -> list[int] | None:
    """How many phones each letter stands for, at the least cost; ``None`` where phones are too many."""
    best = [[NEVER] * (len(phones) + 1) for _ in range(len(word) + 1)]
    taken = [[0] * (len(phones) + 1) for _ in range(len(word) + 1)]
    best[0][0] = 0.0
    for i, letter in enumerate(word):
        known, now, then, back = costs[letter], best[i], best[i + 1], taken[i + 1]
        for j, before in enumerate(now):
            if before >= NEVER:
                continue
            for k in range(min(MOST_PHONES, len(phones) - j) + 1):
                cost = before + known.get(phones[j : j + k], unseen[k])
                if cost < then[j + k] - 1e-9:
                    then[j + k], back[j + k] = cost, k
    if best[-1][-1] >= NEVER:
        return None
    counts, j = [], len(phones)
    for row in reversed(taken[1:]):
        counts.append(row[j])
        j -= row[j]
    return counts[::-1]


def align(entries: Sequence[Entry], rounds: int = 6) -> list[tuple[str, list[Phones]]]:
    """For every word the phones of each letter, by its first variant; words that cannot be aligned are left out.

    The costs are those of counts over the best alignments of the round before; they do not look at stress.
    """
    words = [(entry.word, without_stress(entry.variants[0])) for entry in entries]
    sample = words[::SAMPLE_STEP]
    costs, unseen = _costs(_nearby(sample), nothing=FIRST_COSTS[0]), FIRST_COSTS
    for number in range(rounds):
        chosen = words if number == rounds - 1 else sample
        costs, unseen = _costs(_tally(chosen, costs, unseen)), LATER_COSTS
    aligned = []
    for entry, (word, plain) in zip(entries, words, strict=True):
        counts = split_phones(word, plain, costs, unseen)
        if counts is not None:
            aligned.append((word, _pieces(entry.variants[0], counts)))
    return aligned


def _pieces(phones: Phones, counts: Sequence[int]) -> list[Phones]:
    ends = list(accumulate(counts))
    return [phones[end - count : end] for count, end in zip(counts, ends, strict=True)]


def _nearby(words: Iterable[Spelled]) -> Tally:
    """Which phones stand at about the place of a letter: a first guess."""
    tally: Tally = {letter: Counter() for letter in LETTERS}
    for word, phones in words:
        for i, letter in enumerate(word):
            middle = i * len(phones) // len(word)
            for j in range(max(0, middle - 1), min(len(phones), middle + 2)):
                tally[letter][phones[j : j + 1]] += 1
    return tally


def _tally(words: Iterable[Spelled], costs: Costs, unseen: Sequence[float]) -> Tally:
    tally: Tally = {letter: Counter() for letter in LETTERS}
    for word, phones in words:
        counts = split_phones(word, phones, costs, unseen)
        if counts is not None:
            for letter, piece in zip(word, _pieces(phones, counts), strict=True):
                tally[letter][piece] += 1
    return tally


def _costs(tally: Tally, nothing: float | None = None) -> Costs:
    costs = {
        letter: {piece: -math.log(count / (counts.total() + 1)) for piece, count in counts.items()}
        for letter, counts in tally.items()
    }
    if nothing is not None:
        for known in costs.values():
            known[()] = nothing
    return costs
