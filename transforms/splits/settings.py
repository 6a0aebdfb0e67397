"""What a recipe says of the split of its poems."""

from math import isclose

from pydantic import Field, model_validator

from versebench.schemas.settings import Settings


class Splits(Settings):
    """Shares of the split, and what may not be parted by it."""

    train: float = Field(0.8, ge=0, le=1, description="Share of the clusters of poems for training.")
    validation: float = Field(0.1, ge=0, le=1, description="Share for validation.")
    test: float = Field(0.1, ge=0, le=1, description="Share for the test; the three add up to 1.")
    similarity: float = Field(
        0.5,
        ge=0.5,
        le=1,
        description="Poems are near-duplicates, and stay on one side, where they share at least this part of all pairs "
        "of neighbouring words that either has (Jaccard similarity). Limericks that differ in one line mostly reach "
        "0.5.",
    )
    held_out: list[str] = Field(
        default_factory=list,
        description="Names of sources whose poems are all for the test, with their near-duplicates; but for poems that "
        "an earlier release put elsewhere.",
    )

    @model_validator(mode="after")
    def _whole(self) -> "Splits":
        if not isclose(sum(self.shares), 1, abs_tol=1e-9):
            raise ValueError(f"train, validation and test add up to {sum(self.shares):g}; they must add up to 1")
        return self

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares in the order of :data:`versebench.schemas.splits.SPLIT_NAMES`."""
        return self.train, self.validation, self.test
