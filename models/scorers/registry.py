"""The families of scorers."""

from typing import Annotated, Any

from pydantic import Discriminator, Tag

from versebench.models.scorers.masked.settings import Masked
from versebench.models.scorers.packed.settings import Causal
from versebench.models.scorers.settings import ScorerSettings
from versebench.models.scorers.transformer_xl.settings import TransformerXl
from versebench.models.scorers.xlnet.settings import Xlnet

FAMILIES: dict[str, type[ScorerSettings]] = {
    "causal": Causal,
    "masked": Masked,
    "xlnet": Xlnet,
    "transformer-xl": TransformerXl,
}


def _family(value: Any) -> Any:
    return value.get("family", "causal") if isinstance(value, dict) else getattr(value, "family", None)


AnyScorer = Annotated[
    Annotated[Causal, Tag("causal")]
    | Annotated[Masked, Tag("masked")]
    | Annotated[Xlnet, Tag("xlnet")]
    | Annotated[TransformerXl, Tag("transformer-xl")],
    Discriminator(_family),
]
"""Every family, told apart by ``family``; without one, a causal model is meant."""
