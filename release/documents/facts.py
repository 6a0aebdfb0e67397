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
class Defect:
    """A step in which code raised on ``failed`` of so many rows, which were left out."""

    step: str
    rows: int
    failed: int

    @property
    def per_mille(self) -> float:
        """Their share in thousandths."""
        return 1000 * self.failed / self.rows if self.rows else 0.0


@dataclass(frozen=True)
class Fallback:
    """A model of a step that was not used as planned: what is different, and how often it was counted."""

    step: str
    what: str
    times: int


@dataclass(frozen=True)
class SplitFacts:
    """How the poems were split: ``poems`` counts them by side, ``near_duplicates`` those that are not alone.

    What is near to one may have been refused. Poems of a similarity from ``similarity`` on, from 0 to 1, are on one
    side, but for the pairs ``across``, which an earlier release put on two. ``held_out`` are the sources that are all
    for the test.
    """

    similarity: float
    held_out: tuple[str, ...]
    poems: Mapping[str, int]
    near_duplicates: int
    across: int


@dataclass(frozen=True)
class ChangeFacts:
    """The version of the previous release, and what decides the version of this one, a sentence for each table."""

    previous: str
    sentences: tuple[str, ...]


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
class GroupStatistics:
    """The poems of one form in one language, with the sums of their lines and words."""

    form: str
    language: str
    poems: int
    authors: int
    lines: int
    words: int


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
class CandidateModel:
    """A model that made or ranked candidates, as it was used; ``role`` says for what."""

    role: str
    name: str
    revision: str
    precision: str


@dataclass(frozen=True)
class AttemptFacts:
    """What became of the poems of a task that needs models, and of all candidates that were found for them.

    ``not_tried`` are the other poems, by reason; ``successful`` those with a candidate that was kept. What was
    ``found`` was ``kept`` or ``refused``.
    """

    tried: int
    not_tried: Mapping[str, int]
    successful: int
    runs: int
    found: int
    kept: int
    refused: Mapping[str, int]

    @property
    def poems(self) -> int:
        """All poems."""
        return self.tried + sum(self.not_tried.values())


@dataclass(frozen=True)
class CompletionExample:
    """A poem to look at: the lines before its last, the poet's last line, and a machine's."""

    work_id: str
    author: str | None
    before: tuple[str, ...]
    human: str
    machine: str


@dataclass(frozen=True)
class CompletionFacts:
    """One method of completion.

    ``words`` says how many completions have each number of words, strings between spaces; ``human_words`` the same of
    the last lines of the poems that were tried. ``copies`` are completions that stand in the generator's training text,
    of the ``compared`` ones of which that is known. ``end_words`` are different ones, whatever their case.
    """

    task: str
    attempts: AttemptFacts
    words: Mapping[int, int]
    human_words: Mapping[int, int]
    copies: int
    compared: int
    end_words: int
    examples: tuple[CompletionExample, ...]


@dataclass(frozen=True)
class RankedSynonym:
    """A candidate with its places among those of its line, from 1."""

    synonym: str
    similarity_rank: int
    log_probability_rank: int


@dataclass(frozen=True)
class SynonymExample:
    """A line to look at: where its end word stands, how many candidates there are, and those that a model puts first.

    The masked model's choice stands first; where the causal model makes the same, it is the only one.
    """

    work_id: str
    author: str | None
    line: str
    start: int
    end: int
    candidates: int
    first: tuple[RankedSynonym, ...]


@dataclass(frozen=True)
class SynonymFacts:
    """One task that replaces end words: the lines with a candidate, and those of them where both models agree."""

    task: str
    attempts: AttemptFacts
    lines: int
    agreed: int
    examples: tuple[SynonymExample, ...]


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
    split: str | None = None


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
    generators: tuple[CandidateModel, ...]
    selectors: tuple[CandidateModel, ...]
    completions: tuple[CompletionFacts, ...]
    synonyms: tuple[SynonymFacts, ...]
    models: tuple[ModelFacts, ...]
    results: tuple[Result, ...]
    tests: tuple[PairedTest, ...]
    examples: tuple[ExamplePair, ...]
    checks: tuple[Check, ...]
    files: tuple[FileFacts, ...]
    taken_down: int = 0
    """Rows of the sources that were taken down."""
    tombstones: int = 0
    """Works that the release says were taken down, of its sources or of the releases before it."""
    withheld: bool = False
    """Whether the release holds ids and spans and no texts."""
    splits: SplitFacts | None = None
    """None where the poems are not split."""
    changes: ChangeFacts | None = None
    """None where there is no previous release."""
    has_pairs: bool = True
    """Whether the recipe asks for pairs. The pages of a release without them are those of a corpus."""
    groups: tuple[GroupStatistics, ...] = ()
    """The poems by form and language; empty for a release of pairs."""
    defects: tuple[Defect, ...] = ()
    """Nothing of steps in which no code raised."""
    fallbacks: tuple[Fallback, ...] = ()
