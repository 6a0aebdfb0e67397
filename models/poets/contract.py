"""The contract of a poet: a generator that gets prompts made from titles and answers each with a text.

An answer depends on the prompt, the title's id, the attempt, the seed and the settings alone. It never depends on
which other prompts are answered in the same call. Servers are the exception: they may answer as they like, so each of
their answers is committed once and never asked for again.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from pydantic import Field

from versebench.schemas.settings import Settings


class PoetError(Exception):
    """A poet cannot write; the message says why and what to do. It never holds a secret."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """What a poet is asked. ``title`` is in simplified characters, ``attempt`` counts from 1."""

    title_id: str
    title: str
    messages: tuple[Message, ...]
    attempt: int


def plain_text(messages: Sequence[Message]) -> str:
    """Messages as one text, for a model without a chat template: what the user says."""
    return "\n".join(message.content for message in messages if message.role == "user")


@dataclass(frozen=True, slots=True)
class Answer:
    """The raw text of an answer, or the reason why there is none.

    ``tokens`` is the number of generated tokens, if the poet knows it. ``ended`` says whether the poet ended the text
    itself. ``problem`` is a short reason (``refused_by_server``, ``no_poem_in_file``) and null if there is a text.
    """

    text: str
    tokens: int | None = None
    ended: bool = True
    problem: str | None = None


class Poet(Protocol):
    """A loaded poet."""

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer each request, in order."""


class PoetSettings(Settings):
    """A poet in a recipe. A new kind of poet is a subclass with the decorator ``poet``."""

    title: ClassVar[str]
    """Display name of the kind of poet."""
    answers_at_once: ClassVar[int] = 64
    """Answers after which they are forced to the disk: a run that is stopped asks for at most so many again."""

    poet: str
    """Versioned name of the kind of poet in the registry."""
    name: str = Field(
        pattern=r"^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$",
        max_length=80,
        description="Name of the poet in the tables; two poets of a recipe have different names.",
    )
    prompt: str | None = Field(None, description="Prompt of this poet; the one of the recipe if not set.")

    @abstractmethod
    def load(self, seed: int) -> Poet:
        """Load the poet. Raises :class:`PoetError`."""

    def check(self) -> None:
        """Raises :class:`PoetError` if the poet cannot write, as far as this is known before a run: without a key."""

    def files(self) -> Mapping[str, str]:
        """What the poems depend on beside the settings: the hash of each file or folder that the settings name."""
        return {}

    def trained_on(self) -> frozenset[int] | None:
        """Hashes of the titles it was trained on (``models/poets/training_titles.py``); null if it does not say."""
        return None
