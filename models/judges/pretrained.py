"""A model with its tokenizer from safetensors, or a message that says what to do."""

from typing import Any

import torch
from transformers import AutoTokenizer

from models.judges.contract import ModelLoadError
from models.judges.identity import ModelIdentity

OTHERS = "another kind of model has no such weights"


def load_pretrained(identity: ModelIdentity, auto_class: Any, family: str, others: str = OTHERS) -> tuple[Any, Any]:
    """Model and tokenizer, in fp32; no code of the model's own is run, and torch works on one thread.

    ``family`` is what the messages call such a model, with its article, ``others`` what they say of one that is none.
    Raises :class:`ModelLoadError` with the remedy.
    """
    torch.set_num_threads(1)
    where = {"revision": identity.revision} if identity.on_hub else {"local_files_only": True}
    try:
        tokenizer = AutoTokenizer.from_pretrained(identity.location, trust_remote_code=False, **where)
        model, loading = auto_class.from_pretrained(
            identity.location,
            trust_remote_code=False,
            use_safetensors=True,
            dtype=torch.float32,
            output_loading_info=True,
            **where,
        )
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        first_line = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelLoadError(
            f"{identity.name} cannot be loaded as {family}: {first_line}; "
            "it must be a folder in Hugging Face layout, or an id on a hub that can be reached, "
            "with safetensors and a tokenizer"
        ) from None
    except Exception as error:  # safetensors raises a class of its own for a damaged file
        raise ModelLoadError(f"{identity.name}: its weights cannot be read ({error}); fetch them again") from None
    if missing := sorted(loading["missing_keys"]):  # transformers would draw them at random
        raise ModelLoadError(
            f"{identity.name}: its weights lack {missing[0]} and {len(missing) - 1} more; "
            f"fetch them again, or name {family}: {others}"
        )
    return model, tokenizer
