"""What DeepSpeed makes of a model: parts of its layers, weights that wait elsewhere, or other kernels.

On a processor all of it but kernel injection is tested. The path for CUDA is the same calls, as DeepSpeed documents
them (``init_inference``, ``zero.Init``, ``initialize``), and the check at load time is what vouches for it.
"""

from typing import Any

import deepspeed  # type: ignore[import-untyped]
from deepspeed.ops.op_builder import AsyncIOBuilder  # type: ignore[import-untyped]
from transformers import PreTrainedModel

from versebench.models.scorers.contract import ModelLoadError, Precision
from versebench.models.scorers.deepspeed.check import (
    TOLERANCE,
    check_log_probabilities,
    check_tokens,
    largest_difference,
)
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.pretrained import DTYPES

_NVME = {
    "aio": {"block_size": 1 << 18, "queue_depth": 32, "thread_count": 1, "single_submit": False, "overlap_events": True}
}
"""How weights are read from a disk: the values of DeepSpeed's own examples."""


class Wrap:
    """Wraps a loaded model with DeepSpeed, and refuses the result if its scores differ.

    Keep it as long as the model: it owns DeepSpeed's engine, which removes its hooks from the model when released.
    """

    def __init__(self, name: str, engine: DeepspeedEngine, precision: Precision, swap: str | None) -> None:
        self._name, self._engine, self._precision, self._swap = name, engine, precision, swap
        self._held: Any = None

    @property
    def used(self) -> bool:
        """Whether it has wrapped a model."""
        return self._held is not None

    def __call__(self, model: Any) -> Any:
        """The same model, changed in place. Raises :class:`ModelLoadError` with the remedy."""
        if not isinstance(model, PreTrainedModel):
            raise ModelLoadError(not_for_deepspeed(self._name))
        tokens = check_tokens(model.get_input_embeddings().weight.shape[0])
        expected = check_log_probabilities(model, tokens)
        try:
            self._held = self._make(model)
            made = self._held.module
            difference = largest_difference(check_log_probabilities(made, tokens), expected)
        except ModelLoadError:
            raise
        except Exception as error:  # whatever DeepSpeed raises for a model that it cannot take
            if is_out_of_memory(error):
                raise
            first_line = next(iter(str(error).strip().splitlines()), "")
            raise ModelLoadError(
                f"{self._name}: {self._refused(model)} ({type(error).__name__}: {first_line})"
            ) from error
        if difference > (tolerance := TOLERANCE[self._precision]):
            raise ModelLoadError(
                f"{self._name}: {self._refused(model)} (its scores differ: a token by {difference:.3g} nats "
                f"from the model without DeepSpeed; the limit is {tolerance:g})"
            )
        return made

    def _make(self, model: Any) -> Any:
        if self._engine.offload != "none":
            return self._offloaded(model)
        return deepspeed.init_inference(
            model,
            dtype=DTYPES[self._precision],
            tensor_parallel={"tp_size": self._engine.tensor_parallel},
            replace_with_kernel_inject=self._engine.kernel_injection,
        )

    def _offloaded(self, model: Any) -> Any:
        """ZeRO-Inference: the weights wait in memory or on a disk, and come to the device a module at a time."""
        if self._engine.offload == "nvme" and not AsyncIOBuilder().is_compatible(verbose=False):
            raise ModelLoadError(
                f"{self._name}: weights on a disk need libaio and its headers; install Debian's libaio-dev (or "
                "libaio-devel) and a C++ compiler, or set offload to cpu"
            )
        config = self._zero_config(max(parameter.numel() for parameter in model.parameters()))
        deepspeed.zero.Init(module=model, config_dict_or_path=config)
        engine, *_ = deepspeed.initialize(model=model, config=config)
        engine.eval()
        return engine

    def _zero_config(self, largest: int) -> dict[str, Any]:
        """``largest`` is the size of the largest weight in numbers: a buffer must hold it."""
        offload: dict[str, Any] = {"device": self._engine.offload, "pin_memory": self._engine.device == "cuda"}
        if self._engine.offload == "nvme":
            offload |= {"nvme_path": self._swap, "buffer_size": max(largest, 1 << 20)}
        return {
            "train_micro_batch_size_per_gpu": 1,  # asked for, and of no effect without training
            "bf16": {"enabled": self._precision == "bf16"},
            "zero_optimization": {"stage": 3, "offload_param": offload},
            **(_NVME if self._engine.offload == "nvme" else {}),
        }

    def _refused(self, model: Any) -> str:
        kind = type(model).__name__
        if self._engine.kernel_injection:
            return f"DeepSpeed's kernels cannot replace those of {kind} here; turn kernel_injection off"
        if self._engine.tensor_parallel > 1:
            return (
                f"DeepSpeed cannot split the layers of {kind} over {self._engine.tensor_parallel} processes; choose "
                "a Llama-like model, or set tensor_parallel to 1 (offload cpu helps if memory is short)"
            )
        if self._engine.offload != "none":
            return f"DeepSpeed cannot keep the weights of {kind} outside the device; set offload to none"
        return f"DeepSpeed cannot compute {kind}; set the engine to torch"


def not_for_deepspeed(name: str) -> str:
    """The message for a scorer whose model does not come from the transformers library."""
    return f"{name}: DeepSpeed supports only models of the transformers library; set the engine to torch"
