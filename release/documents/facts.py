"""The facts from which the report and the dataset card of a release are rendered.

They contain no time, host name or path of the machine that made the release, so equal facts give equal pages, byte for
byte.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from versebench.release.documents.ghostwriting import GhostwritingFacts
from versebench.release.documents.people.facts import PeopleFacts
from versebench.release.documents.proftap.facts import ProftapFacts
from versebench.release.documents.summary.refused_poem import RefusedPoem
from versebench.release.documents.verse_statistics import AuthorVerse

Spans = tuple[tuple[int, int], ...]
"""Half-open ranges of characters in a text, in order."""

Series = tuple[str, str]
"""A model and the convention under which it was given the texts."""


@dataclass(frozen=True)
class SourceFacts:
    """One source of the recipe, with the numbers of poems ingested and kept."""

    name: str
    licence: str
    citation: str | None
    ingested: int
    kept: int


@dataclass(frozen=True)
class ContestedFacts:
    """How many pairs of a task a model of its own was asked about, and how many it contests."""

    task: str
    model: str
    revision: str
    least_margin: float
    checked: int
    contested: int

    @property
    def share(self) -> float:
        """The share of the checked pairs that are contested."""
        return self.contested / self.checked if self.checked else float("nan")


@dataclass(frozen=True)
class FunnelStep:
    """One filter, or the split: the poems that reached it, and those that it refused, by reason."""

    check: str
    entered: int
    refused: Mapping[str, int]


@dataclass(frozen=True)
class Defect:
    """A step in which code raised an error on ``failed`` of its ``rows``; these rows were refused."""

    step: str
    rows: int
    failed: int

    @property
    def per_mille(self) -> float:
        """The share of failed rows in thousandths."""
        return 1000 * self.failed / self.rows if self.rows else 0.0


@dataclass(frozen=True)
class Fallback:
    """A model that did not run as planned in a step: what was different, and how often it was counted."""

    step: str
    what: str
    times: int


@dataclass(frozen=True)
class SplitFacts:
    """How the poems were split. ``poems`` counts them by split, ``near_duplicates`` those with a near-duplicate.

    The near-duplicate of a poem may have been refused. Poems with at least the ``similarity``, from 0 to 1, are in one
    split, except the ``across`` pairs that an earlier release separated. All poems of the sources ``held_out`` are in
    the split ``test``.
    """

    similarity: float
    held_out: tuple[str, ...]
    poems: Mapping[str, int]
    near_duplicates: int
    across: int


@dataclass(frozen=True)
class ChangeFacts:
    """The version of the previous release, and a sentence for each table on the changes that decide this version."""

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
    """The poems of one form in one language, with the total numbers of their lines and words."""

    form: str
    language: str
    poems: int
    authors: int
    lines: int
    words: int


@dataclass(frozen=True)
class PronouncedWords:
    """How many words of the kept poems have each origin of their pronunciation."""

    entries: int
    rules: int
    guesses: int
    none: int


@dataclass(frozen=True)
class TaskFacts:
    """One task: its paper, and the number of edits by outcome."""

    task: str
    summary: str
    paper: str
    pairs: int
    not_sampled: int
    not_applicable: Mapping[str, int]


@dataclass(frozen=True)
class CandidateModel:
    """A model that made or ranked candidates, with its settings; ``role`` says what it did."""

    role: str
    name: str
    revision: str
    precision: str


@dataclass(frozen=True)
class AttemptFacts:
    """The outcomes of the poems of a task that needs models, and of all candidates found for them.

    ``not_tried`` counts the poems that were not tried, by reason; ``successful`` counts the tried poems with a kept
    candidate. Of the ``found`` candidates, ``kept`` were kept, and ``refused`` counts the others by reason.
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
        """How many poems there are, tried or not."""
        return self.tried + sum(self.not_tried.values())


@dataclass(frozen=True)
class CompletionExample:
    """An example poem: the lines before its last, the poet's last line, and a machine's."""

    work_id: str
    author: str | None
    before: tuple[str, ...]
    human: str
    machine: str


@dataclass(frozen=True)
class CompletionFacts:
    """One method of completion.

    ``words`` counts the completions by number of words, which are strings between spaces; ``human_words`` counts the
    poets' last lines of the tried poems in the same way. ``tokens`` and ``human_tokens`` count both by tokens of the
    generator. ``copies`` counts the completions that are also in the generator's training text, among the ``compared``
    ones for which this is known. ``end_words`` counts distinct end words; case is ignored.
    """

    task: str
    attempts: AttemptFacts
    words: Mapping[int, int]
    human_words: Mapping[int, int]
    tokens: Mapping[int, int]
    human_tokens: Mapping[int, int]
    copies: int
    compared: int
    end_words: int
    examples: tuple[CompletionExample, ...]


@dataclass(frozen=True)
class RankedSynonym:
    """A candidate with its ranks, from 1, among the candidates of its line."""

    synonym: str
    similarity_rank: int
    log_probability_rank: int


@dataclass(frozen=True)
class SynonymExample:
    """An example line: the span of its end word, the number of candidates, and those that a model ranks first.

    The masked model's choice comes first. If the causal model makes the same choice, it is the only one.
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
    """One task that replaces end words: the lines with a candidate, and those on which both models agree."""

    task: str
    attempts: AttemptFacts
    lines: int
    agreed: int
    examples: tuple[SynonymExample, ...]


@dataclass(frozen=True)
class ModelFacts:
    """One model under one convention, with its settings."""

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
    """A test of two models, each with its convention, on the pairs of one task that both decided."""

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
    """An example pair, with the edited spans on both sides."""

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
    """All facts that the report and the card show."""

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
    pronounced: PronouncedWords
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
    contested: tuple[ContestedFacts, ...] = ()
    uncontested_results: tuple[Result, ...] = ()
    taken_down: int = 0
    """Rows of the sources that were taken down."""
    tombstones: int = 0
    """Works that the release lists as taken down, from its sources or from earlier releases."""
    withheld: bool = False
    """Whether the release contains ids and spans but no texts."""
    splits: SplitFacts | None = None
    """None if the poems are not split."""
    changes: ChangeFacts | None = None
    """None if there is no previous release."""
    has_pairs: bool = True
    """Whether the recipe asks for pairs. The pages of a release without them are those of a corpus."""
    groups: tuple[GroupStatistics, ...] = ()
    """The poems by form and language; empty for a release of pairs."""
    verse: tuple[AuthorVerse, ...] = ()
    """The metres and sound devices of scanned poems by author; empty for a release of pairs."""
    defects: tuple[Defect, ...] = ()
    """Only steps in which code raised an error."""
    fallbacks: tuple[Fallback, ...] = ()
    refused: tuple[RefusedPoem, ...] = ()
    """Some of the refused rows; none if the texts are withheld."""
    ghostwriting: GhostwritingFacts | None = None
    """None for a release that is not about writers in the styles of artists."""
    proftap: ProftapFacts | None = None
    """None for a release that is no Turing test."""
    people: PeopleFacts | None = None
    """None for a release without judgements."""
