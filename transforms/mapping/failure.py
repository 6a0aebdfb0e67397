"""Failures in a worker, in a form that survives any runner.

Runners pass an exception of a worker on as text. So what the user must know is written into the message between two
marks, and parsed again on the driver.
"""

import errno
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import format_exc
from typing import TypeVar

from versebench.storage.commit import DamagedShardError

T = TypeVar("T")

_MARKED = re.compile(r"versebench-failure<(\{.*?\})>(?=\W|$)")

_REMEDIES = {
    errno.ENOSPC: "the disk is full; free some space and run again: committed shards are kept",
    errno.EFBIG: "the file is larger than this process may write; raise the limit and run again",
    errno.EROFS: "the file system is read-only; choose another --root",
    errno.EACCES: "permission is denied; choose another --root or fix its permissions",
    errno.EPERM: "permission is denied; choose another --root or fix its permissions",
    errno.ENOTDIR: "part of the path is a file, not a folder; choose another --root",
}


_NO_MEMORY = (
    "not enough memory; use fewer --workers or smaller shards (ingest.rows_per_shard) and run again: "
    "committed shards are kept"
)


class RecoverableError(Exception):
    """A failure that the user can fix; the message states the remedy."""


class PoemError(Exception):
    """The code of a stage raised on a poem that must not be left out; ``__cause__`` is the exception."""

    def __init__(self, work_id: str) -> None:
        super().__init__(work_id)
        self.work_id = work_id


@contextmanager
def of_poem(work_id: str) -> Iterator[None]:
    """Raises :class:`PoemError` with the work id if the code of this block raises."""
    try:
        yield
    except Exception as error:
        raise PoemError(work_id) from error


class StageFailureError(Exception):
    """A stage failed on one element. If ``recoverable``, ``problem`` states the remedy.

    ``trace`` is the traceback of a defect, as some runners lose the cause of an exception.
    """

    def __init__(self, stage: str, element: str, problem: str, *, recoverable: bool, trace: str = "") -> None:
        self.stage, self.element, self.problem, self.recoverable = stage, element, problem, recoverable
        self.trace = trace
        facts = {"stage": stage, "element": element, "problem": problem, "recoverable": recoverable, "trace": trace}
        # "<" and ">" are escaped so that the marks around the facts stay the only ones.
        text = json.dumps(facts).replace("<", "\\u003c").replace(">", "\\u003e")
        super().__init__(f"versebench-failure<{text}>")


def guarded(stage: str, element: str, work: Callable[[], T]) -> T:
    """Run a worker's work on one element; every exception becomes a :class:`StageFailureError`."""
    try:
        return work()
    except (RecoverableError, DamagedShardError) as error:
        raise StageFailureError(stage, element, str(error), recoverable=True) from error
    except PoemError as error:
        raise StageFailureError(
            stage, f"{element}, work {error.work_id}", _of_poem(error), recoverable=False, trace=format_exc()
        ) from error
    except MemoryError as error:
        raise StageFailureError(stage, element, _NO_MEMORY, recoverable=True) from error
    except OSError as error:
        raise StageFailureError(stage, element, explain_os_error(error), recoverable=True) from error
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise StageFailureError(stage, element, problem, recoverable=False, trace=format_exc()) from error


def _of_poem(error: PoemError) -> str:
    cause = error.__cause__
    return f"{type(cause).__name__}: {cause}; to continue without this work, remove it from its source"


def explain_os_error(error: OSError) -> str:
    """One line that states the file, what the system refused, and the remedy."""
    remedy = _REMEDIES.get(error.errno or 0)
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{remedy or error.strerror or str(error)}"


def find_failure(text: str) -> StageFailureError | None:
    """The first failure in the text of a runner's exception; None if there is none, or none that can be parsed."""
    if not (match := _MARKED.search(text)):
        return None
    try:
        facts = json.loads(match.group(1))
        return StageFailureError(**facts)
    except (ValueError, TypeError, RecursionError):
        return None
