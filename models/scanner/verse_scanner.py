"""A scanner of English verse: the poem decides the metre, and dynamic programming the readings of its lines."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from versebench.models.scanner.best_readings import best_paths
from versebench.models.scanner.contract import Reading, ScannedVerse, Scansion, Stanza, VerseLine, VerseWord
from versebench.models.scanner.costs import METRES, Costs, read_costs
from versebench.models.scanner.lattice import Lattice, Vector, build, least_cost, least_costs
from versebench.models.scanner.stanza_beats import in_order, stanza_beats
from versebench.models.scanner.word_options import WordOption, word_options

NAME = "verse-scanner.v1"
MOST_WORDS = 40
"""Words of the longest line that is scanned."""

READINGS = 3
_CONSIDERED = 6
"""Readings of a line among which the beats of its stanza decide."""

_WINDOW = 7_000
"""How much more than the best a reading may cost."""

_REMEMBERED = 100_000


class VerseScanner:
    """Scans poems by costs; without any, by those that are shipped."""

    def __init__(self, costs: Costs | None = None) -> None:
        self._costs = costs or read_costs()
        self._options = lru_cache(maxsize=_REMEMBERED)(word_options)

    @property
    def name(self) -> str:
        """The versioned name."""
        return NAME

    @property
    def metres(self) -> tuple[str, ...]:
        """The metres that it knows."""
        return METRES

    def scan(self, stanzas: Sequence[Stanza], metre: str | None = None) -> Scansion:
        """Scan a poem; see :class:`~versebench.models.scanner.contract.Scanner`."""
        if metre is not None and metre not in METRES:
            raise ValueError(f"unknown metre {metre!r}; choose one of: {', '.join(METRES)}")
        lattices = [[self.lattice(line) for line in stanza] for stanza in stanzas]
        tables = self._tables([lattice for stanza in lattices for lattice in stanza], (metre,) if metre else METRES)
        if not tables:
            reason = "no_line_to_scan" if any(map(len, stanzas)) else "no_lines"
            lines = tuple(tuple(_refused(line) for line in stanza) for stanza in stanzas)
            return Scansion("", (), None, lines, reason)
        chosen, margin = self._metre(tables)
        return self._in_metre(stanzas, lattices, tables[chosen], chosen, margin)

    def lattice(self, line: VerseLine) -> Lattice | None:
        """The ways to speak a line; None if it has too many words, or none that can be pronounced."""
        if len(line) > MOST_WORDS:
            return None
        lattice = build(line, self._options_before, self._costs)
        return lattice if any(arc.syllable >= 0 for arc in lattice.arcs) else None

    def _options_before(self, word: VerseWord, following: VerseWord | None) -> Sequence[WordOption]:
        return self._options(word, following)

    def _tables(self, lattices: Sequence[Lattice | None], metres: Sequence[str]) -> dict[str, list[list[Vector]]]:
        """The least costs of the lines that can be scanned, by metre; empty if there is no such line."""
        lines = [lattice for lattice in lattices if lattice is not None]
        if not lines:
            return {}
        return {name: [least_costs(line, self._costs.metres[name]) for line in lines] for name in metres}

    def _metre(self, tables: dict[str, list[list[Vector]]]) -> tuple[str, int | None]:
        """The metre with the least cost, and how much more a line costs in the next one."""
        totals = {
            name: sum(least_cost(table, self._costs.metres[name]) for table in lines) for name, lines in tables.items()
        }
        first, *others = sorted(totals, key=lambda name: (totals[name], METRES.index(name)))
        lines = len(tables[first])
        return first, (totals[others[0]] - totals[first]) // lines if others else None

    def _in_metre(
        self,
        stanzas: Sequence[Stanza],
        lattices: Sequence[Sequence[Lattice | None]],
        tables: list[list[Vector]],
        metre: str,
        margin: int | None,
    ) -> Scansion:
        following = iter(tables)
        choices = [
            [list(self._readings(lattice, next(following), metre)) if lattice else [] for lattice in stanza]
            for stanza in lattices
        ]
        beats = stanza_beats(choices, self._costs.other_beats)
        scanned = tuple(
            tuple(
                self._verse(line, choice, beats[place % len(beats)] if beats else None)
                for place, (line, choice) in enumerate(zip(stanza, lines, strict=True))
            )
            for stanza, lines in zip(stanzas, choices, strict=True)
        )
        return Scansion(metre, beats, margin, scanned)

    def _readings(self, lattice: Lattice, table: list[Vector], metre: str) -> Iterator[Reading]:
        paths = best_paths(lattice, table, self._costs.metres[metre], _WINDOW)
        return (path.reading for path in islice(paths, _CONSIDERED))

    def _verse(self, line: VerseLine, choice: list[Reading], beats: int | None) -> ScannedVerse:
        if not choice:
            return _refused(line)
        readings = choice if beats is None else in_order(choice, beats, self._costs.other_beats)
        gap = readings[1].cost - readings[0].cost if len(readings) > 1 else None
        return ScannedVerse(tuple(readings[:READINGS]), gap)


def _refused(line: VerseLine) -> ScannedVerse:
    return ScannedVerse((), None, "too_long" if len(line) > MOST_WORDS else "no_pronunciation")
