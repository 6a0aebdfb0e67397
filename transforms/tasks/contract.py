"""What a corruption promises."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from versebench.schemas.settings import Settings
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.text.draws import Draws

Span = tuple[int, int]

Need = Literal["rhymes", "tagger", "thesaurus"]
"""What a task can need: rhymes of the form; a tagger of parts of speech or a thesaurus of the language."""


class Corruption(NamedTuple):
    """A corrupted text, and the spans that were edited on both sides.

    The spans are parallel, in order and half-open. Outside them both texts are the same, so that each text can be
    rebuilt from the other. An empty span marks where something was taken away.
    """

    text: str
    original_spans: tuple[Span, ...]
    corrupted_spans: tuple[Span, ...]
    words: tuple[str, ...]
    words_removed: int = 0


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """A machine-readable reason why a poem allows no such corruption."""

    reason: str


class Task(Settings):
    """A corruption with its parameters. A subclass adds them, and a ``task`` key with its versioned name.

    A change of what a task makes of the same poem and draws is a new version under a new name; the old one stays.
    """

    title: ClassVar[str]
    """Plain name for people."""

    source: ClassVar[str]
    """Paper and section."""

    needs: ClassVar[frozenset[Need]] = frozenset()
    """What the form and the language of the poems must have, whatever the parameters."""

    instead: ClassVar[Mapping[Need, str]] = {}
    """What to set if something is lacking that some values of the parameters do not need."""

    languages: ClassVar[frozenset[str] | None] = None
    """The languages that its poems can be in; None: any."""

    example: ClassVar[Mapping[str, Any]] = {}
    """Values of the parameters without a default, for documentation and tests."""

    sample: ClassVar[str | None] = None
    """Tasks of one sample name draw from the poems in one order; None: the task has an order of its own."""

    reduction: ClassVar[Literal["sum", "mean"]] = "sum"
    """How the papers compare the two texts: where lengths differ by the means of the log-probabilities."""

    chooses_poems: ClassVar[frozenset[str]] = frozenset({"pairs", "edits_per_poem"})
    """Settings that decide which poems give how many pairs, and never what a poem's pair is."""

    task: str
    """Versioned name."""

    pairs: Annotated[int, Field(ge=1)] | Literal["all"] = Field(
        "all", description="How many pairs are sampled; the papers take 10,000."
    )
    edits_per_poem: int = Field(1, ge=1, le=100, description="How many different pairs a poem may give.")

    @cached_property
    def label(self) -> str:
        """The name with its parameters, as in ``delete_words.v1:words=2``; what only chooses poems is not in it."""
        parameters = self.model_dump(exclude={"task", *self.chooses_poems})
        return ":".join([self.task, *(f"{name}={value}" for name, value in parameters.items())])

    @property
    def all_needs(self) -> frozenset[Need]:
        """What the form and the language of the poems must have, given the parameters."""
        return self.needs

    @property
    def sample_name(self) -> str:
        """What seeds the order in which poems are sampled."""
        return self.sample or self.label

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:  # noqa: ARG002
        """What is known of the first edit of a poem without making it: why there is none, or whether there surely is.

        False is no refusal: only :meth:`corrupt` can tell.
        """
        return False

    @abstractmethod
    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """One random admissible edit of a poem: the same for the same poem and draws."""
