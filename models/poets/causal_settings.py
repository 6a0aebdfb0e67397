"""What a recipe says of a causal model that writes poems from titles."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from versebench.models.ghostwriters.adapters import hash_of_adapter
from versebench.models.model_settings import CandidateModelSettings
from versebench.models.poets.contract import PoetError, PoetSettings
from versebench.models.poets.training_titles import TITLES, read_hashes
from versebench.models.scorers.engines import DeepspeedEngine, DeepspeedOptions
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.storage.filesystem import sha256_of

FROM_MODEL: Final = "from-model"


class CausalPoetModel(PoetSettings, CandidateModelSettings):
    """A causal model of Hugging Face, and how its tokens are drawn."""

    adapter: str | None = Field(
        None, description="Folder of a LoRA adapter in the layout of peft, which is added to the weights."
    )
    temperature: float = Field(0.9, ge=0.01, le=100, description="What logits are divided by before a token is drawn.")
    top_p: Annotated[float, Field(gt=0, le=1)] | Literal["from-model"] = Field(
        FROM_MODEL,
        description="Probability that the tokens together reach that may be drawn; 1 allows all. `from-model`: what "
        "the model's generation_config.json says, else 1.",
    )
    most_tokens: int = Field(
        512,
        ge=1,
        description="Most tokens of an answer, and at most three quarters of the model's context; a longer answer is "
        "refused.",
    )
    deepspeed: DeepspeedOptions | None = Field(
        None, description="How DeepSpeed computes the model, in processes of its own; plain torch if not set."
    )

    @model_validator(mode="after")
    def _deepspeed_has_devices(self) -> "CausalPoetModel":
        if self.deepspeed is not None and self.device.startswith("cuda:"):
            raise ValueError("deepspeed chooses the devices; set device to cuda or cpu")
        return self

    @property
    def engine(self) -> DeepspeedEngine | None:
        """DeepSpeed's engine; None for plain torch."""
        if self.deepspeed is None:
            return None
        device: Literal["cpu", "cuda"] = "cpu" if self.device == "cpu" else "cuda"
        return DeepspeedEngine(device=device, **self.deepspeed.model_dump())

    def files(self) -> Mapping[str, str]:
        """The hashes of the model and of its adapter. Raises :class:`PoetError` if one is missing."""
        try:
            adapter = {"adapter": hash_of_adapter(self.adapter)} if self.adapter is not None else {}
            titles = {
                f"training_titles.{place}": sha256_of(str(path)) for place, path in enumerate(self._title_files())
            }
            return {"model": identify(self.model, self.revision).revision, **adapter, **titles}
        except UnknownModelError as error:
            raise PoetError(str(error)) from None

    def trained_on(self) -> frozenset[int] | None:
        """Titles by hash that lie beside the weights, and beside those of the adapter; null if neither has any."""
        known = self._title_files()
        try:
            return frozenset().union(*map(read_hashes, known)) if known else None
        except ValueError as error:
            raise PoetError(str(error)) from None

    def _title_files(self) -> list[Path]:
        """The files of hashes that there are: beside the weights, then beside those of the adapter."""
        folders = [Path(identify(self.model, self.revision).location), *map(Path, filter(None, [self.adapter]))]
        return [folder / TITLES for folder in folders if (folder / TITLES).is_file()]
