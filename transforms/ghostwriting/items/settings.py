"""Which items a release has."""

from typing import Annotated

from pydantic import Field

from versebench.models.styles.registry import STYLE_MODELS
from versebench.schemas.registration import NameIn
from versebench.schemas.settings import Settings

CHOICES = 4
"""Verses to choose from on a page of style matching."""


class Items(Settings):
    """How many verses judges are asked about."""

    rate_lines: int = Field(
        1, ge=0, description="Verses of each artist and generator, from its last point, whose lines are rated."
    )
    match_style: int = Field(
        5,
        ge=0,
        description="Verses of each artist, and of each generator from its last point, whose style is matched. It "
        f"needs {CHOICES} artists.",
    )
    pages: int = Field(
        4, ge=1, description="Most pages of such a verse; each shows verses of three other artists, if there are more."
    )
    models: list[Annotated[str, NameIn(STYLE_MODELS)]] = Field(
        default=["trigrams.v1"],
        description="Models of artists that answer the pages too; lstm.v1 is trained as the generator lstm.v1 is.",
    )
    fewest_tokens: int = Field(40, ge=1, description="Fewest tokens of an artist's own verse on a page.")

    @property
    def generators(self) -> list[str]:
        """The generators whose settings the models of artists need."""
        needed = [STYLE_MODELS[name].generator for name in self.models]
        return [name for name in needed if name is not None]
