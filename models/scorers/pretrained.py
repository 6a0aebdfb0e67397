"""Loads a model with its tokenizer from safetensors, or raises an error that states the remedy."""

from collections.abc import Callable
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from transformers import AutoTokenizer

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import DEFAULTS, LoadOptions

T = TypeVar("T")

OTHERS = "other kinds of model do not have these weights"
DTYPES = {"fp32": torch.float32, "bf16": torch.bfloat16}


def load_pretrained(
    identity: ModelIdentity, auto_class: Any, family: str, others: str = OTHERS, *, options: LoadOptions = DEFAULTS
) -> tuple[Any, Any]:
    """Return the model in evaluation mode, and its tokenizer. Sets torch to one thread.

    ``family`` is the kind of model with its article, for messages; ``others`` explains why other kinds fail.
    Raises :class:`ModelLoadError` with the remedy.
    """
    torch.set_num_threads(1)
    tokenizer = load_tokenizer(identity, family, own_code=options.own_code)
    model, loading = _guarded(
        identity,
        family,
        lambda: auto_class.from_pretrained(
            identity.location,
            trust_remote_code=options.own_code,
            use_safetensors=True,
            dtype=DTYPES[options.precision],
            output_loading_info=True,
            **where(identity),
        ),
    )
    if missing := sorted(loading["missing_keys"]):  # transformers would draw them at random
        raise ModelLoadError(
            f"{identity.name}: its weights lack {missing[0]} and {len(missing) - 1} more; "
            f"fetch them again, or choose {family} ({others})"
        )
    return _placed(identity, model.eval(), options), tokenizer


def load_tokenizer(identity: ModelIdentity, family: str, *, own_code: bool = False) -> Any:
    """Load only the tokenizer. Raises :class:`ModelLoadError` with the remedy."""
    return _guarded(
        identity,
        family,
        lambda: AutoTokenizer.from_pretrained(identity.location, trust_remote_code=own_code, **where(identity)),
    )


def where(identity: ModelIdentity) -> dict[str, Any]:
    """The arguments of ``from_pretrained`` that say where the files of a model are."""
    return {"revision": identity.revision} if identity.on_hub else {"local_files_only": True}


def _placed(identity: ModelIdentity, model: Any, options: LoadOptions) -> Any:
    if options.wrap is not None:
        return options.wrap(model)
    if options.device == "cpu":
        return model
    if not torch.cuda.is_available():
        raise ModelLoadError(f"{identity.name}: this machine has no {options.device}; set the engine's device to cpu")
    return model.to(options.device)


def _guarded(identity: ModelIdentity, family: str, load: Callable[[], T]) -> T:
    try:
        return load()
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        first_line = next(iter(str(error).strip().splitlines()), type(error).__name__)
        if "trust_remote_code" in str(error):
            raise ModelLoadError(
                f"{identity.name} needs its own Python code, which is not run by default; if you trust its author, "
                "set run_code_of_the_model to true"
            ) from None
        raise ModelLoadError(
            f"{identity.name} cannot be loaded as {family}: {first_line}; "
            "it must be a folder in Hugging Face layout, or an id on a hub that this machine can reach, "
            "with safetensors and a tokenizer"
        ) from None
    except Exception as error:
        # safetensors raises a class of its own for a damaged file, and tokenizers the base class itself.
        if not isinstance(error, SafetensorError) and type(error) is not Exception:
            raise
        raise ModelLoadError(f"{identity.name}: its weights cannot be read ({error}); fetch them again") from None
