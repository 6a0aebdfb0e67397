"""What the documents of a release say about a Turing test on poems."""

from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class PoetFacts:
    """A poet of the recipe, and its answers that became no poem of the test, by reason."""

    name: str
    kind: str
    prompt: str
    drawing: str
    """Temperature, top-p and most tokens as they were used; empty if no tokens are drawn."""
    training_unknown: bool
    refused: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class WriterFacts:
    """The poems of a writer: how many there are, and of how many each trait holds."""

    writer: str
    poems: int
    unpaired: int
    attempts: int
    forms: tuple[tuple[str, int], ...]
    yan: tuple[tuple[str, int], ...]
    one_level_rhyme: int
    regulated: int
    patterned: int
    repeated: int
    """Poems with a repeated character."""
    exact_reuse: int
    near_reuse: int


@dataclass(frozen=True)
class RepeatedLine:
    """A line of a poem and the line of the database, character by character: each with whether the two differ."""

    line: int
    characters: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class RepeatedPoem:
    """The repeated lines of a poem beside those of one poem of the database."""

    writer: str
    title: str
    tested: bool
    title_there: str
    author_there: str
    lines: tuple[RepeatedLine, ...]


@dataclass(frozen=True)
class ShownTitle:
    """A title with the poems of all writers: name, and lines as judges see them."""

    title: str
    poems: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class ProftapFacts:
    """A Turing test: its titles, its writers (the human poems first), and some repeated lines and poems."""

    titles: int
    poets: tuple[PoetFacts, ...]
    writers: tuple[WriterFacts, ...]
    enforced: str
    attempts: int
    database: int
    """Files of poems that must not be repeated."""
    database_poems: int
    database_without_lines: int
    """Poems of these files without a line that can be compared."""
    database_lines: int
    equivalence: float
    reuse: tuple[RepeatedPoem, ...]
    shown: tuple[ShownTitle, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of all poems, the most frequent among human poems first."""
        return tuple(dict.fromkeys(form for writer in self.writers for form, _ in writer.forms))
