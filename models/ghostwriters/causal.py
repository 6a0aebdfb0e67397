"""``causal.v1``: a causal language model that writes verses after some of the artist's own."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.ghostwriters.causal_settings import CausalModel
from versebench.models.ghostwriters.contract import GeneratedVerse, Lines, Split
from versebench.models.ghostwriters.registry import ghostwriter


@ghostwriter
class CausalSettings(CausalModel):
    """A causal model of Hugging Face, which is shown verses of the artist, and continues them by one."""

    generator: Literal["causal.v1"] = Field(description="A causal model that continues verses of the artist by one.")

    title: ClassVar[str] = "causal model"

    def write(self, artist: str, verses: Sequence[Lines], seed: int, folder: Path) -> Iterator[GeneratedVerse]:
        """Write after verses of which only the tokens are known: they are shown with a space between tokens."""
        texts = ["\n".join(map(" ".join, verse)) for verse in verses]
        return self.write_from_texts(artist, texts, str.split, seed, folder)

    def write_from_texts(
        self, artist: str, texts: Sequence[str], split: Split, seed: int, _folder: Path
    ) -> Iterator[GeneratedVerse]:
        """Write after verses as the artist wrote them. Needs the ``score`` extra."""
        from versebench.models.ghostwriters.causal_writer import write_after_examples

        return write_after_examples(self, artist, texts, split, seed)
