"""What a recipe says of the model that marks contested pairs."""

from typing import Literal

from pydantic import Field, model_validator

from versebench.models.scorers.packed.settings import Causal
from versebench.schemas.settings import Settings


class Acceptability(Settings):
    """A check of pairs by a causal model that is never a scorer of the release.

    A pair is contested if the model finds its corruption as good as the original: by the task's own reduction, the
    original is not better by more than ``least_margin``. Contested pairs are kept. Lines that the same model wrote
    are not
    checked.
    """

    check: Literal["acceptability.v1"] = Field("acceptability.v1", description="Versioned name of the check.")
    scorer: Causal = Field(description="The causal model that checks.")
    least_margin: float = Field(
        0.0,
        description="By how much, in nats of the task's reduction, the original must be better; a negative number "
        "contests only corruptions that are better by as much.",
    )

    @model_validator(mode="after")
    def _asks_once(self) -> "Acceptability":
        if len(self.scorer.conventions) != 1 or not {"sum", "mean"} <= set(self.scorer.reductions):
            raise ValueError("the scorer needs one convention, and the reductions sum and mean; leave both as they are")
        return self
