"""The engines that compute a model, as a recipe names them."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from versebench.schemas.settings import Settings


class _Engine(Settings):
    shared: Literal["process", "machine"] = Field(
        "process",
        description="Whether each worker process loads the model, or all of a machine ask one that is loaded.",
    )
    accelerator: str | None = Field(
        None,
        description="Beam's hint of the accelerator that scoring needs, e.g. type:nvidia-l4;count:1.",
    )
    min_ram: str | None = Field(None, description="Beam's hint of the memory that scoring needs, e.g. 16GB.")


class TorchEngine(_Engine):
    """Plain torch, on the processor or on one accelerator."""

    name: Literal["torch"] = Field("torch", description="Plain torch.")
    device: str = Field("cpu", pattern=r"^(cpu|cuda(:\d+)?)$", description="cpu, cuda, or cuda:N.")


class DeepspeedOptions(Settings):
    """How DeepSpeed divides a model, or keeps it elsewhere."""

    tensor_parallel: int = Field(1, ge=1, le=64, description="Processes that hold a part of every layer each.")
    offload: Literal["none", "cpu", "nvme"] = Field(
        "none", description="Where ZeRO-Inference keeps the weights, a layer at a time of which is on the device."
    )
    nvme_path: str | None = Field(None, description="Folder on a fast disk; needed for nvme.")
    kernel_injection: bool = Field(
        False, description="Whether DeepSpeed's own kernels are used; refused where they give other scores."
    )

    @model_validator(mode="after")
    def _possible(self) -> "DeepspeedOptions":
        if (self.offload == "nvme") != (self.nvme_path is not None):
            raise ValueError("offload nvme and nvme_path go together; set both or neither")
        if self.offload != "none" and (self.tensor_parallel > 1 or self.kernel_injection):
            raise ValueError("offload cannot be combined with tensor_parallel or kernel_injection; choose one")
        return self


class DeepspeedEngine(DeepspeedOptions, _Engine):
    """DeepSpeed, for models larger than one accelerator, or than all of its memory."""

    name: Literal["deepspeed"] = Field("deepspeed", description="DeepSpeed inference.")
    device: Literal["cpu", "cuda"] = Field("cpu", description="Where the model is computed.")


def _named(value: Any) -> Any:
    return value.get("name", "torch") if isinstance(value, dict) else getattr(value, "name", None)


Engine = Annotated[
    Annotated[TorchEngine, Tag("torch")] | Annotated[DeepspeedEngine, Tag("deepspeed")], Discriminator(_named)
]
