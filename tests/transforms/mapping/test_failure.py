import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.storage.commit import DamagedShardError
from versebench.transforms.mapping.failure import RecoverableError, StageFailureError, find_failure, guarded

ODD = 'a "quoted" \'single\' <angle> {brace}> \\back\nnew line é ▁ {"x": 1}>'


@given(st.text(), st.text(), st.booleans(), st.text("abc {}<>\"\\\n'"), st.text("abc {}<>\"\\\n'"))
def test_a_failure_is_found_in_any_text(element: str, problem: str, recoverable: bool, before: str, after: str) -> None:
    failure = StageFailureError("clean", element, problem, recoverable=recoverable)
    found = find_failure(f"{before}{failure} {after}")
    assert found is not None
    assert (found.stage, found.element, found.problem, found.recoverable) == ("clean", element, problem, recoverable)


@pytest.mark.parametrize("text", ["", "ValueError: x", "versebench-failure<", "versebench-failure<{}>", "x<{1}>"])
def test_nothing_is_found_where_there_is_no_failure(text: str) -> None:
    assert find_failure(text) is None


@pytest.mark.parametrize(
    ("error", "problem", "recoverable"),
    [
        (RecoverableError(ODD), ODD, True),
        (DamagedShardError("f is missing"), "f is missing", True),
        (OSError(errno.ENOSPC, "No space", "/d/f"), "/d/f: the disk is full; free some space", True),
        (OSError(errno.EROFS, "Read-only", "/d/f"), "/d/f: the file system is read-only; choose another --root", True),
        (PermissionError(errno.EACCES, "x", "/d/f"), "/d/f: permission is denied", True),
        (OSError(errno.EIO, "Input/output error", "/d/f"), "/d/f: Input/output error", True),
        (OSError("odd"), "odd", True),
        (ValueError(ODD), f"ValueError: {ODD}", False),
    ],
)
def test_every_exception_names_stage_element_and_problem(error: Exception, problem: str, recoverable: bool) -> None:
    def work() -> None:
        raise error

    with pytest.raises(StageFailureError) as raised:
        guarded("score", "shard 3", work)
    failure = raised.value
    assert (failure.stage, failure.element, failure.recoverable) == ("score", "shard 3", recoverable)
    assert failure.problem.startswith(problem)
    assert failure.__cause__ is error
    assert guarded("score", "shard 3", lambda: 5) == 5
