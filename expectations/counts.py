"""Counts of a whole run that no shard can see, and the frames of them that suites speak of."""

from dataclasses import dataclass

import pyarrow as pa

LEAST_EXPECTED = 10
"""A side that is expected to hold as many pairs of a task holds none by chance once in 22,000 times."""

FEW_PAIRS = 100
"""One contradicted pair of so few is no more than may be."""


@dataclass(frozen=True, slots=True)
class StageCount:
    """Rows that a stage read, wrote and refused; ``keeps`` is the table of those that it wrote."""

    stage: str
    rows_in: int
    rows_out: int
    rejected: int
    keeps: str = "poems"

    @property
    def accounted(self) -> int:
        """Rows of which it is known what became of them."""
        return self.rows_out + self.rejected


@dataclass(frozen=True, slots=True)
class TaskCount:
    """What became of the poems of a task; ``edits`` are the edits that it may make of each poem."""

    task: str
    edits: int
    poems: int
    pairs: int
    not_sampled: int
    not_applicable: int

    @property
    def expected(self) -> int:
        """Outcomes that there must be."""
        return self.poems * self.edits

    @property
    def accounted(self) -> int:
        """Outcomes that there are."""
        return self.pairs + self.not_sampled + self.not_applicable


@dataclass(frozen=True, slots=True)
class Handover:
    """Rows that one stage gave, and that the next one took."""

    of: str
    given: int
    taken: int


@dataclass(frozen=True, slots=True)
class UniqueIds:
    """Ids that must stand once in the whole; ``committed`` are the rows of their table."""

    ids: str
    committed: int
    rows: int
    distinct: int


@dataclass(frozen=True, slots=True)
class PairCount:
    """A task's pairs as they stand in the released tables, beside what the tasks counted."""

    task: str
    counted: int
    pairs: int
    outcomes: int
    outcomes_pair: int
    expected: int
    edited_lines: int


@dataclass(frozen=True, slots=True)
class LabelCount:
    """A task's pairs on one side of the split (``all`` where there are no splits).

    ``contradicted`` pairs of the task have a corruption that is a poem of the corpus: one text with both labels.
    ``share`` is that of the side in the poems.
    """

    task: str
    side: str
    task_pairs: int
    pairs: int
    contradicted: int
    share: float

    @property
    def contradicted_share(self) -> float:
        """Of the task's pairs; of a hundred where they are fewer, as one alone can be by chance."""
        return self.contradicted / max(self.task_pairs, FEW_PAIRS)

    @property
    def filled(self) -> bool:
        """Whether the side has a pair, or is too small to expect one."""
        return self.pairs > 0 or self.task_pairs * self.share < LEAST_EXPECTED


@dataclass(frozen=True, slots=True)
class ScoredTexts:
    """Texts that a model was to score under its conventions, and that have scores or were refused."""

    model: str
    texts: int
    conventions: int
    scored: int
    refused: int

    @property
    def expected(self) -> int:
        """Scores that there must be."""
        return self.texts * self.conventions

    @property
    def accounted(self) -> int:
        """Texts of which it is known what became of them, each under every convention."""
        return self.scored + self.refused


@dataclass(frozen=True, slots=True)
class DecidedPairs:
    """Decisions of a series as they stand in the released table, and as they were counted when they were made.

    ``scored_pairs`` have a score of both texts; a reduction may not apply to all of them.
    """

    series: str
    reduction: str
    counted: int
    decisions: int
    scored_pairs: int


@dataclass(frozen=True, slots=True)
class Leak:
    """What stands on more than one side of the split; ``kind`` says of what."""

    kind: str
    looked_at: int
    leaking: int


@dataclass(frozen=True, slots=True)
class Drift:
    """How far a dimension is from the previous release, beside the limit."""

    dimension: str
    distance: float
    limit: float


@dataclass(frozen=True, slots=True)
class MergedVerdict:
    """One expectation over all shards: verdicts that were given and that there must be, and what they say."""

    table: str
    expectation: str
    shards: int
    expected_shards: int
    rows: int
    unexpected: int
    success: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What a suite of counts speaks of: columns that name a row, and columns of numbers and answers by their types."""

    key: tuple[str, ...]
    columns: dict[str, pa.DataType]

    @property
    def schema(self) -> pa.Schema:
        """The frame's columns, the key first."""
        return pa.schema([*((name, pa.string()) for name in self.key), *self.columns.items()])


def _whole(*names: str) -> dict[str, pa.DataType]:
    return dict.fromkeys(names, pa.int64())


def _shares(*names: str) -> dict[str, pa.DataType]:
    return dict.fromkeys(names, pa.float64())


def _answers(*names: str) -> dict[str, pa.DataType]:
    return dict.fromkeys(names, pa.bool_())


FRAMES: dict[str, Frame] = {
    "conservation": Frame(("stage",), _whole("rows_in", "rows_out", "rejected", "accounted")),
    "task_conservation": Frame(
        ("task",), _whole("edits", "poems", "pairs", "not_sampled", "not_applicable", "expected", "accounted")
    ),
    "handovers": Frame(("of",), _whole("given", "taken")),
    "unique_ids": Frame(("ids",), _whole("committed", "rows", "distinct")),
    "pair_integrity": Frame(
        ("task",), _whole("counted", "pairs", "outcomes", "outcomes_pair", "expected", "edited_lines")
    ),
    "label_balance": Frame(("task", "side"), _shares("contradicted_share") | _answers("filled")),
    "scored_texts": Frame(("model",), _whole("texts", "expected", "accounted")),
    "decided_pairs": Frame(("series", "reduction"), _whole("counted", "decisions", "scored_pairs")),
    "split_leakage": Frame(("kind",), _whole("looked_at", "leaking")),
    "drift": Frame(("dimension",), _shares("distance", "limit")),
    "summary": Frame(
        ("table", "expectation"),
        _whole("shards", "expected_shards", "rows", "unexpected") | _answers("success"),
    ),
}
"""The frame of each suite of counts, by its name."""
