"""What a recipe says of titles and of reuse."""

from typing import Literal

from pydantic import Field

from versebench.schemas.settings import Settings
from versebench.transforms.reuse.rules import NEAR


class Titles(Settings):
    """Which titles poets are asked for."""

    number: int = Field(110, ge=1, description="How many titles; 110 in ProFTAP.")
    longest: int = Field(20, ge=1, description="Most characters of a title.")
    series: Literal["strip", "refuse"] = Field(
        "strip",
        description="What happens to a title with the number of a poem in a series: the number is cut, or the title is "
        "left out.",
    )
    strata: Literal["none", "yan"] = Field(
        "none", description="`yan`: half of the titles are of poems in lines of five, half of seven characters."
    )


class Reuse(Settings):
    """What counts as reuse, and what happens then."""

    database: list[str] = Field(
        min_length=1,
        description="Files of poems that must not be repeated: JSON arrays as chinese-poetry has them, JSONL, or plain "
        "text with blank lines between poems.",
    )
    enforced: Literal["exact.v1", "near.v1"] = Field(
        "exact.v1", description="The rule by which an attempt is refused; that of the paper is exact.v1."
    )
    attempts: int = Field(20, ge=1, le=1000, description="Most attempts for a title.")

    def refuses(self, *, exact: bool, near: bool) -> bool:
        """Whether an attempt with these verdicts is refused. What exact.v1 finds, near.v1 may not."""
        return exact or (near and self.enforced == NEAR)
