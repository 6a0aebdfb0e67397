"""Train a LoRA adapter: a plain loop whose state after each checkpoint is on the disk.

A run that was stopped continues from the last checkpoint to the same bytes on the same machine and packages. Needs the
extra ``finetune``.
"""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from safetensors.torch import save
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, BitsAndBytesConfig

from versebench.models.ghostwriters.adapters import CONFIG, WEIGHTS
from versebench.models.scorers.memory import is_out_of_memory
from versebench.storage import filesystem
from versebench.transforms.finetune.examples import NOT_PREDICTED, Example, places_of_step, steps_of
from versebench.transforms.finetune.settings import Base, Training

CHECKPOINT = "checkpoint.pt"


class FinetuneError(Exception):
    """A training that cannot begin or go on; the message says why and what to do."""


def load_tokenizer(location: str, revision: str | None) -> Any:
    """The tokenizer of a model. Raises :class:`FinetuneError`."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(location, revision=revision)
    except (OSError, ValueError) as error:
        raise FinetuneError(f"{location}: its tokenizer cannot be loaded: {error}") from None
    if tokenizer.eos_token_id is None:
        raise FinetuneError(f"{location}: the tokenizer has no end token, so no poem would end; choose another model")
    return tokenizer


def load_base(base: Base, location: str, revision: str | None) -> Any:
    """The model whose weights stay as they are, on the first accelerator if there is one."""
    torch.set_num_threads(1)  # so that sums have one order
    device = "cuda:0" if torch.cuda.is_available() else "cpu"
    number = torch.bfloat16 if base.precision == "bf16" else torch.float32
    options: dict[str, Any] = {"dtype": number, "device_map": {"": device}, "use_safetensors": True}
    try:
        config = AutoConfig.from_pretrained(location, revision=revision)
        if not any("ForCausalLM" in name or "LMHead" in name for name in config.architectures or ()):
            stated = ", ".join(config.architectures or ["no architecture"])
            raise FinetuneError(f"{location} is not a causal model ({stated}); name a causal model in base.model")
        if base.quantisation == "nf4":
            if config.model_type == "gpt2":
                raise FinetuneError(
                    f"{location}: the layers of GPT-2 cannot be stored in 4 bits; write base.quantisation: none"
                )
            options["quantization_config"] = BitsAndBytesConfig(
                load_in_4bit=True,
                bnb_4bit_quant_type="nf4",
                bnb_4bit_use_double_quant=True,
                bnb_4bit_compute_dtype=number,
            )
        return AutoModelForCausalLM.from_pretrained(location, revision=revision, **options)
    except (OSError, ValueError) as error:
        raise FinetuneError(f"{location} cannot be loaded: {error}") from None


def with_adapter(model: Any, training: Training, seed: int) -> Any:
    """The model with an adapter of all linear layers but the head; the weights of the model do not change."""
    if torch.cuda.is_available():
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        model.enable_input_require_grads()
    torch.manual_seed(seed)
    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=training.rank,
        lora_alpha=training.alpha,
        lora_dropout=training.dropout,
        target_modules="all-linear",
        fan_in_fan_out=model.config.model_type == "gpt2",
    )
    return get_peft_model(model, config)


def train(
    model: Any,
    examples: Sequence[Example],
    training: Training,
    seed: int,
    folder: Path,
    identity: str,
    progress: Callable[[int, int, float], None],
) -> list[float]:
    """Train the adapter of a model. Returns the loss of each step. Raises :class:`FinetuneError`.

    Args:
        model: A model with an adapter.
        examples: What it learns.
        training: How it learns.
        seed: Of the order of examples and of the dropout.
        folder: Where checkpoints are written.
        identity: Hash of all that the bytes depend on; a checkpoint with another one is not continued.
        progress: Called after each step with its number, the number of steps, and the loss.
    """
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=training.learning_rate, weight_decay=0.0)
    losses = _continue(model, optimiser, folder / CHECKPOINT, identity)
    of_step = training.batch * training.accumulation
    steps = steps_of(len(examples), training.epochs, of_step)
    model.train()
    for step in range(len(losses), steps):
        torch.manual_seed(seed + step + 1)
        chosen = [examples[place] for place in places_of_step(step, of_step, len(examples), seed)]
        for group in optimiser.param_groups:
            group["lr"] = training.learning_rate * min(1.0, (step + 1) / max(1, training.warmup))
        losses.append(_step(model, optimiser, chosen, training))
        progress(step + 1, steps, losses[-1])
        if (step + 1) % training.checkpoint == 0 or step + 1 == steps:
            _write_checkpoint(model, optimiser, losses, folder / CHECKPOINT, identity)
    return losses


def write_adapter(model: Any, folder: Path, base: str, revision: str | None) -> None:
    """Write the adapter in the layout of peft. The same weights give the same bytes."""
    weights = {name: weight.detach().cpu().contiguous() for name, weight in get_peft_model_state_dict(model).items()}
    config = model.peft_config["default"].to_dict()
    config = {key: sorted(value) if isinstance(value, set) else value for key, value in config.items()}
    config |= {"inference_mode": True, "base_model_name_or_path": base, "revision": revision}
    filesystem.write_bytes(str(folder / WEIGHTS), save(weights, {"format": "pt"}))
    filesystem.write_bytes(str(folder / CONFIG), (json.dumps(config, indent=2, sort_keys=True) + "\n").encode())


def _step(model: Any, optimiser: Any, chosen: Sequence[Example], training: Training) -> float:
    total = 0.0
    for first in range(0, len(chosen), training.batch):
        batch = _tensors(chosen[first : first + training.batch], training.loss, model.device)
        loss = model(**batch).loss / training.accumulation
        loss.backward()
        total += float(loss.detach())
    optimiser.step()
    optimiser.zero_grad()
    return total


def _tensors(examples: Sequence[Example], loss: str, device: Any) -> dict[str, Any]:
    longest = max(len(example.tokens) for example in examples)
    rows: dict[str, list[list[int]]] = {"input_ids": [], "attention_mask": [], "labels": []}
    for example in examples:
        missing = longest - len(example.tokens)
        rows["input_ids"].append([*example.tokens, *[0] * missing])
        rows["attention_mask"].append([1] * len(example.tokens) + [0] * missing)
        rows["labels"].append([*example.labels(loss), *[NOT_PREDICTED] * missing])
    return {name: torch.tensor(values, device=device) for name, values in rows.items()}


def _write_checkpoint(model: Any, optimiser: Any, losses: list[float], path: Path, identity: str) -> None:
    buffer = io.BytesIO()
    state = {"identity": identity, "losses": losses, "weights": get_peft_model_state_dict(model)}
    torch.save({**state, "optimiser": optimiser.state_dict()}, buffer)
    filesystem.write_bytes(str(path), buffer.getvalue())


def _continue(model: Any, optimiser: Any, path: Path, identity: str) -> list[float]:
    """Load a checkpoint of the same work, and return the losses of its steps; an empty list if there is none.

    Raises :class:`FinetuneError` for a damaged one.
    """
    if not path.is_file():
        return []
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        if state["identity"] != identity:
            return []
        set_peft_model_state_dict(model, state["weights"])
        optimiser.load_state_dict(state["optimiser"])
        return [float(loss) for loss in state["losses"]]
    except Exception as error:  # damaged bytes make torch raise errors of any kind
        if is_out_of_memory(error):
            raise
        raise FinetuneError(
            f"the checkpoint {path} is damaged ({type(error).__name__}); delete it, and the training begins anew"
        ) from None
