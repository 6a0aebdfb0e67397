"""Models used by a shard: recoverable errors if one cannot be loaded, and counts of fallbacks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.xlnet.padding import PaddingError
from versebench.transforms.mapping.failure import RecoverableError

FALLBACK = "fallback/"
"""Prefix of the counts of fallbacks."""

_OWN = "versebench"


def fallback_counts(fallbacks: Mapping[str, int]) -> dict[str, int]:
    """The counts of a shard for the fallbacks of a model that it used, by what happened."""
    return {f"{FALLBACK}{what}": times for what, times in fallbacks.items()}


@contextmanager
def recoverable_load(work: str, model: str) -> Iterator[None]:
    """Raises :class:`RecoverableError` if a model cannot be loaded in this block for a reason that the user can fix.

    ``work`` names what needs the model. Any other exception is a defect, and passes with type and traceback.
    """
    try:
        yield
    except (ModelLoadError, PaddingError) as error:
        raise RecoverableError(str(error)) from None
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] == _OWN:
            raise
        raise RecoverableError(f"{work} needs {error.name}; install versebench[score]") from None
    except (MemoryError, RuntimeError) as error:
        from versebench.models.scorers.memory import is_out_of_memory

        if not is_out_of_memory(error):
            raise
        raise RecoverableError(
            f"{model}: not enough memory to load the model; run fewer workers, use bf16, or choose a smaller model"
        ) from None
