"""What a recipe says of a language model, whatever it is for."""

from typing import Literal

from pydantic import Field

from versebench.schemas.settings import Settings


class ModelSettings(Settings):
    """Which model."""

    model: str = Field(
        description="A shipped model, one that `versebench models get` fetched, a folder in Hugging Face layout, or "
        "an id on the hub.",
        min_length=1,
    )
    revision: str | None = Field(None, description="Commit on the hub; needed for an id on the hub.")
    run_code_of_the_model: bool = Field(
        False,
        description="Whether Python code that comes with the model may run; never set this for what is not trusted.",
    )


class CandidateModelSettings(ModelSettings):
    """A model that makes or ranks candidates: computed by torch, and where."""

    precision: Literal["fp32", "bf16"] = Field("fp32", description="In which the model is computed.")
    device: str = Field("cpu", pattern=r"^(cpu|cuda(:\d+)?)$", description="cpu, cuda, or cuda:N.")
    accelerator: str | None = Field(
        None, description="Beam's hint of the accelerator that the model needs, e.g. type:nvidia-l4;count:1."
    )
    min_ram: str | None = Field(None, description="Beam's hint of the memory that the model needs, e.g. 16GB.")
