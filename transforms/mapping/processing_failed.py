"""Rows on which the code of a stage raises: they are refused, and the run continues."""

import re

from versebench.storage.commit import DamagedShardError
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.mapping.refusal import Refusal

PROCESSING_FAILED = "processing_failed"
"""The reject reason of such a row."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def processing_failed(error: Exception) -> Refusal:
    """The refusal of a row on which a pure function raised; it is the same on every machine.

    Errors of the machine or of data on disk do not concern the row, and are raised again.
    """
    if isinstance(error, (OSError, MemoryError, RecoverableError, DamagedShardError)):
        raise error
    return Refusal(PROCESSING_FAILED, _ADDRESS.sub("", f"{type(error).__name__}: {error}"))
