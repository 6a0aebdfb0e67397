"""A row on which the code of a stage raises: it is refused like any other, and the run goes on."""

import re

from versebench.storage.commit import DamagedShardError
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.mapping.refusal import Refusal

PROCESSING_FAILED = "processing_failed"
"""The reason of such a row."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def processing_failed(error: Exception) -> Refusal:
    """The refusal of a row on which a pure function raised, the same on every machine.

    What is wrong with the machine or with data on disk is no matter of a row: such an error is raised again.
    """
    if isinstance(error, (OSError, MemoryError, RecoverableError, DamagedShardError)):
        raise error
    return Refusal(PROCESSING_FAILED, _ADDRESS.sub("", f"{type(error).__name__}: {error}"))
