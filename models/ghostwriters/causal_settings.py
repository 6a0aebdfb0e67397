"""What a recipe says of a causal model that writes verses."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator

from versebench.models.ghostwriters.contract import GhostwriterSettings
from versebench.models.model_settings import ModelSettings


def _list(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class CausalModel(GhostwriterSettings, ModelSettings):
    """A causal model of Hugging Face, how many verses it is shown, and how tokens are drawn."""

    examples: Annotated[tuple[Annotated[int, Field(ge=0)], ...], BeforeValidator(_list)] = Field(
        (0, 1, 2, 4),
        min_length=1,
        description="How many of the artist's verses stand before a verse; each number is a point.",
    )
    verses: int = Field(5, ge=1, description="Verses of each number of examples.")
    adapters: dict[str, str] = Field(
        {},
        description="For an artist, the folder of a LoRA adapter in the layout of peft, which is added to the weights. "
        "Other artists have the model as it is.",
    )
    start_token: str | None = Field(None, description="The start token, for a tokenizer that names none.")
    temperature: float = Field(1.0, gt=0, description="What logits are divided by before a token is drawn.")
    top_p: float = Field(
        1.0, gt=0, le=1, description="Probability that the tokens together reach that may be drawn; 1 allows all."
    )
    precision: Literal["fp32", "bf16"] = Field("fp32", description="In which the model is computed.")
    device: str = Field("cpu", pattern=r"^(cpu|cuda(:\d+)?)$", description="cpu, cuda, or cuda:N.")

    @field_validator("examples")
    @classmethod
    def _each_once(cls, examples: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(examples)) < len(examples):
            raise ValueError("a number of examples stands twice; name each once")
        return tuple(sorted(examples))

    @property
    def points(self) -> tuple[tuple[int, int], ...]:
        """Each number of examples, with the same number of verses."""
        return tuple((count, self.verses) for count in self.examples)

    def files(self) -> Mapping[str, str]:
        """The hashes of the model and of the adapters.

        Raises :class:`versebench.models.scorers.identity.UnknownModelError` if one is missing.
        """
        from versebench.models.ghostwriters.adapters import hash_of_adapter
        from versebench.models.scorers.identity import identify

        hashes = {f"adapters.{artist}": hash_of_adapter(folder) for artist, folder in sorted(self.adapters.items())}
        return {"model": identify(self.model, self.revision).revision, **hashes}
