"""Which items a release has."""

from pydantic import Field

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
    fewest_tokens: int = Field(40, ge=1, description="Fewest tokens of an artist's own verse on a page.")
