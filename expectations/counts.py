"""Counts of a whole run that need all shards, and the frames on which suites check them."""

from dataclasses import dataclass

import pyarrow as pa

LEAST_EXPECTED = 10
"""A side with this many expected pairs of a task has none by chance once in 22,000 cases."""

FEW_PAIRS = 100
"""The least number of pairs for a share of contradicted pairs: among fewer, one alone can occur by chance."""


@dataclass(frozen=True, slots=True)
class StageCount:
    """Rows that a stage read, wrote and refused. ``keeps`` names the table that it wrote."""

    stage: str
    rows_in: int
    rows_out: int
    rejected: int
    keeps: str = "poems"

    @property
    def accounted(self) -> int:
        """Rows that were written or refused."""
        return self.rows_out + self.rejected


@dataclass(frozen=True, slots=True)
class TaskCount:
    """Outcomes of the poems of a task. ``edits`` is the number of edits that the task may make of each poem."""

    task: str
    edits: int
    poems: int
    pairs: int
    not_sampled: int
    not_applicable: int

    @property
    def expected(self) -> int:
        """Number of outcomes that must exist."""
        return self.poems * self.edits

    @property
    def accounted(self) -> int:
        """Number of outcomes that exist."""
        return self.pairs + self.not_sampled + self.not_applicable


@dataclass(frozen=True, slots=True)
class StudyCount:
    """Answers of a study in one table of its export: ``released`` are in the release, the others were left out.

    Left out are those on items that check attention or are for practice, and on items that the release lacks. ``rows``
    are those of the study in the released table.
    """

    of: str
    exported: int
    attention: int
    not_in_release: int
    released: int
    rows: int

    @property
    def accounted(self) -> int:
        """Answers that were released or left out."""
        return self.attention + self.not_in_release + self.released


@dataclass(frozen=True, slots=True)
class ExportCount:
    """Items that a study gave to judges, and their answers. ``judged`` are the judges who answered.

    ``judgements`` and ``judges`` are rows of the exported tables; ``of_judges`` is the sum of each judge's answers.
    """

    study: str
    opened: int
    answered: int
    expired: int
    withdrawn_unanswered: int
    withdrawn_answers: int
    exported: int
    judgements: int
    judged: int
    judges: int
    of_judges: int

    @property
    def closed(self) -> int:
        """Items that were answered, expired, or withdrawn before they were answered."""
        return self.answered + self.expired + self.withdrawn_unanswered

    @property
    def kept(self) -> int:
        """Answers that were exported or withdrawn."""
        return self.exported + self.withdrawn_answers


@dataclass(frozen=True, slots=True)
class SideCount:
    """How often the right text stood at the most and at the least frequent place, of a judge and a task.

    ``difference`` is that of the two; ``allowed`` the largest that balanced draws leave.
    """

    judge: str
    protocol: str
    task: str
    difference: int
    allowed: int


@dataclass(frozen=True, slots=True)
class GeneratorCount:
    """Verses of a generator: ``settings`` counts those that each artist must have, ``generated`` and ``measured`` all.

    ``settings`` is the sum of the verses of all points.
    """

    generator: str
    artists: int
    settings: int
    generated: int
    measured: int

    @property
    def expected(self) -> int:
        """Number of verses that must exist: artists times points times verses of a point."""
        return self.artists * self.settings


@dataclass(frozen=True, slots=True)
class PoetCount:
    """Titles for which a poet was asked, poems that were kept, and titles without one, as the stages counted them.

    ``released`` are the poet's poems in the test, ``trained`` the titles that the poet says it was trained on.
    """

    writer: str
    titles: int
    poems: int
    unpaired: int
    released: int
    trained: int

    @property
    def accounted(self) -> int:
        """Titles with a poem or counted as unpaired."""
        return self.poems + self.unpaired


@dataclass(frozen=True, slots=True)
class Handover:
    """Rows that one stage wrote (``given``) and that the next stage read (``taken``)."""

    of: str
    given: int
    taken: int


@dataclass(frozen=True, slots=True)
class UniqueIds:
    """Ids that must be unique over all shards. ``committed`` is the number of rows of their table."""

    ids: str
    committed: int
    rows: int
    distinct: int


@dataclass(frozen=True, slots=True)
class PairCount:
    """A task's pairs and outcomes in the released tables, and its pairs as the task counted them."""

    task: str
    counted: int
    pairs: int
    outcomes: int
    outcomes_pair: int
    expected: int
    edited_lines: int


@dataclass(frozen=True, slots=True)
class LabelCount:
    """A task's pairs on one side of the split (``all`` if there are no splits).

    The corruption of a ``contradicted`` pair of the task is itself a poem of the corpus, so one text has both labels.
    ``share`` is the share of all poems that are on this side.
    """

    task: str
    side: str
    task_pairs: int
    pairs: int
    contradicted: int
    share: float

    @property
    def contradicted_share(self) -> float:
        """Contradicted pairs as a share of the task's pairs, or of 100 pairs if the task has fewer."""
        return self.contradicted / max(self.task_pairs, FEW_PAIRS)

    @property
    def filled(self) -> bool:
        """Whether the side has a pair, or is too small to expect one."""
        return self.pairs > 0 or self.task_pairs * self.share < LEAST_EXPECTED


@dataclass(frozen=True, slots=True)
class ScoredTexts:
    """Texts that a model had to score under its conventions, and scores and refusals of them."""

    model: str
    texts: int
    conventions: int
    scored: int
    refused: int

    @property
    def expected(self) -> int:
        """Number of scores that must exist."""
        return self.texts * self.conventions

    @property
    def accounted(self) -> int:
        """Scored and refused texts, counted under every convention."""
        return self.scored + self.refused


@dataclass(frozen=True, slots=True)
class DecidedPairs:
    """Decisions of a series in the released table, and as they were counted when they were made.

    ``scored_pairs`` is the number of pairs with scores for both texts. A reduction may not apply to all of them.
    """

    series: str
    reduction: str
    counted: int
    decisions: int
    scored_pairs: int


@dataclass(frozen=True, slots=True)
class Leak:
    """Items that occur on more than one side of the split. ``kind`` names the items."""

    kind: str
    looked_at: int
    leaking: int


@dataclass(frozen=True, slots=True)
class MetreCount:
    """Poems of a form that claims a metre and whose language a scanner reads, and the least share to be as claimed."""

    form: str
    poems: int
    as_claimed: int
    least: float

    @property
    def share(self) -> float:
        """Poems with the claimed metre as a share of all."""
        return self.as_claimed / self.poems


@dataclass(frozen=True, slots=True)
class Drift:
    """Distance of a dimension from the previous release, and its limit."""

    dimension: str
    distance: float
    limit: float


@dataclass(frozen=True, slots=True)
class MergedVerdict:
    """One expectation over all shards: the verdicts that exist, those that must exist, and their sums."""

    table: str
    expectation: str
    shards: int
    expected_shards: int
    rows: int
    unexpected: int
    success: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Columns that a suite of counts checks: ``key`` names a row, ``columns`` are numbers and Booleans, by type."""

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
    "generator_conservation": Frame(("generator",), _whole("artists", "settings", "expected", "generated", "measured")),
    "title_conservation": Frame(("writer",), _whole("titles", "poems", "unpaired", "accounted", "released", "trained")),
    "study_conservation": Frame(
        ("of",), _whole("exported", "attention", "not_in_release", "released", "rows", "accounted")
    ),
    "export_conservation": Frame(
        ("study",),
        _whole("opened", "closed", "answered", "kept", "exported", "judgements", "judged", "judges", "of_judges"),
    ),
    "export_sides": Frame(("judge", "protocol", "task"), _whole("difference", "allowed")),
    "handovers": Frame(("of",), _whole("given", "taken")),
    "unique_ids": Frame(("ids",), _whole("committed", "rows", "distinct")),
    "pair_integrity": Frame(
        ("task",), _whole("counted", "pairs", "outcomes", "outcomes_pair", "expected", "edited_lines")
    ),
    "label_balance": Frame(("task", "side"), _shares("contradicted_share") | _answers("filled")),
    "scored_texts": Frame(("model",), _whole("texts", "expected", "accounted")),
    "decided_pairs": Frame(("series", "reduction"), _whole("counted", "decisions", "scored_pairs")),
    "split_leakage": Frame(("kind",), _whole("looked_at", "leaking")),
    "metre_claims": Frame(("form",), _whole("poems", "as_claimed") | _shares("share", "least")),
    "drift": Frame(("dimension",), _shares("distance", "limit")),
    "summary": Frame(
        ("table", "expectation"),
        _whole("shards", "expected_shards", "rows", "unexpected") | _answers("success"),
    ),
}
"""The frame of each suite of counts, by its name."""
