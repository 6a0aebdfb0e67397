"""What a release says of itself: the plain facts that the report and the dataset card are rendered from.

Nothing here holds a time, a host name, or a path of the machine that made the release, so that pages rendered from
equal facts are equal byte for byte.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Spans = tuple[tuple[int, int], ...]
"""Half-open ranges of characters in a text, in order."""

Series = tuple[str, str]
"""A model and the convention under which it was given the texts."""


@dataclass(frozen=True)
class SourceFacts:
    """One source of the recipe, with the number of its poems that were ingested and that were kept."""

    name: str
    licence: str
    citation: str | None
    ingested: int
    kept: int


@dataclass(frozen=True)
class FunnelStep:
    """One filter: the poems that reached it and those it refused, by reason."""

    check: str
    entered: int
    refused: Mapping[str, int]


@dataclass(frozen=True)
class CorpusStatistics:
    """The figures that the BPoMP papers print of their corpus (RANLP 2021, 4.1; JCLS 2022, 3.5)."""

    poems: int
    authors: int
    share_of_ten_most_prolific: float
    word_types: int
    word_tokens: int
    last_line_words_mean: float
    last_line_words_deviation: float


@dataclass(frozen=True)
class WordsHeard:
    """Where the pronunciations of the kept poems' words come from, in words."""

    entries: int
    rules: int
    guesses: int
    none: int


@dataclass(frozen=True)
class TaskFacts:
    """One task: its paper, and what became of every poem in it."""

    task: str
    summary: str
    paper: str
    pairs: int
    not_sampled: int
    not_applicable: Mapping[str, int]


@dataclass(frozen=True)
class ModelFacts:
    """One model under one convention, as it was used."""

    name: str
    revision: str
    convention: str
    family: str
    precision: str


@dataclass(frozen=True)
class Result:
    """Accuracy of one model on one task under one reduction, with its 95 % interval."""

    task: str
    model: str
    convention: str
    reduction: str
    pairs: int
    poems: int
    correct: int
    ties: int
    accuracy: float
    low: float
    high: float
    own: bool
    """Whether the task is defined with this reduction."""


@dataclass(frozen=True)
class PairedTest:
    """How two models, each with its convention, differ on the pairs of one task that both decided."""

    task: str
    reduction: str
    first: Series
    second: Series
    pairs: int
    poems: int
    only_first: int
    only_second: int
    p_exact: float
    p_clustered: float
    p_holm: float


@dataclass(frozen=True)
class ExamplePair:
    """A pair to look at, with the edited spans on both sides."""

    task: str
    work_id: str
    author: str | None
    original: str
    corrupted: str
    original_spans: Spans
    corrupted_spans: Spans


@dataclass(frozen=True)
class Check:
    """One expectation over all shards of a table."""

    table: str
    expectation: str
    why: str
    shards: int
    rows: int
    success: bool


@dataclass(frozen=True)
class FileFacts:
    """One file of the release."""

    name: str
    table: str
    rows: int
    size: int
    sha256: str


@dataclass(frozen=True)
class ReleaseFacts:
    """Everything that the report and the card show."""

    name: str
    version: str
    title: str
    description: str
    creators: tuple[str, ...]
    licence: str
    seed: int
    form: str
    profile: str | None
    rows_read: int
    unreadable: Mapping[str, int]
    duplicates: int
    sources: tuple[SourceFacts, ...]
    funnel: tuple[FunnelStep, ...]
    statistics: CorpusStatistics
    heard: WordsHeard
    tasks: tuple[TaskFacts, ...]
    models: tuple[ModelFacts, ...]
    results: tuple[Result, ...]
    tests: tuple[PairedTest, ...]
    examples: tuple[ExamplePair, ...]
    checks: tuple[Check, ...]
    files: tuple[FileFacts, ...]
