"""The contract of a task."""

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

Need = Literal["rhymes", "tagger", "thesaurus", "phones"]
"""A need of a task: rhymes, which depend on the form; a part-of-speech tagger, a thesaurus or phones for the
language."""


class Corruption(NamedTuple):
    """A corrupted text, and the edited spans on both sides.

    The spans are parallel, in order and half-open. Outside them both texts are the same, so each text can be rebuilt
    from the other. An empty span marks a place where text was removed or added.
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
    """Name in plain English."""

    source: ClassVar[str]
    """Paper and section."""

    needs: ClassVar[frozenset[Need]] = frozenset()
    """The needs of the task, whatever its parameters."""

    languages: ClassVar[frozenset[str] | None] = None
    """The supported languages; None for any."""

    example: ClassVar[Mapping[str, Any]] = {}
    """Values of the parameters without a default, for documentation and tests."""

    sample: ClassVar[str | None] = None
    """Tasks with the same sample name sample poems in the same order; None if the task has its own order."""

    reduction: ClassVar[Literal["sum", "mean"]] = "sum"
    """How the papers compare the two texts: by means of the log-probabilities if the lengths differ, else by sums."""

    between_rhyming_lines: ClassVar[bool] = False
    """Whether a pair exchanges two rhyming lines, or parts of them: validation fails if they are not in one group."""

    chooses_poems: ClassVar[frozenset[str]] = frozenset({"pairs", "edits_per_poem"})
    """Settings that decide which poems give how many pairs, but not what the pair of a poem is."""

    only_refuses: ClassVar[frozenset[str]] = frozenset()
    """Settings that take edits away and change no other. The label does not hold them, and their default takes none."""

    task: str
    """Versioned name."""

    pairs: Annotated[int, Field(ge=1)] | Literal["all"] = Field(
        "all", description="How many pairs are sampled; the papers take 10,000."
    )
    edits_per_poem: int = Field(1, ge=1, le=100, description="How many different pairs a poem may give.")

    @cached_property
    def label(self) -> str:
        """The name with its parameters, as in ``delete_words.v1:words=2``.

        Those of :attr:`chooses_poems` and :attr:`only_refuses` are left out.
        """
        parameters = self.model_dump(exclude={"task", *self.chooses_poems, *self.only_refuses})
        return ":".join([self.task, *(f"{name}={value}" for name, value in parameters.items())])

    @property
    def all_needs(self) -> frozenset[Need]:
        """The needs of the task, given its parameters."""
        return self.needs

    @property
    def sample_name(self) -> str:
        """The name that seeds the order in which poems are sampled."""
        return self.sample or self.label

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:  # noqa: ARG002
        """Predicts the first edit of a poem without making it.

        Returns why there is none, True if there certainly is one, or False if only :meth:`corrupt` can decide.
        """
        return False

    @abstractmethod
    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Returns a random admissible edit of a poem: the same for the same poem and draws."""
