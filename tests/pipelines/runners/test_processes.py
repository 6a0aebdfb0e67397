import os

import pytest

from versebench.pipelines.runners.local import processes as local
from versebench.pipelines.runners.local.processes import cores_for, processes
from versebench.storage.machine import GIVEN_CORES


@pytest.mark.parametrize(
    ("workers", "elements", "cores", "gigabytes", "expected", "each"),
    [
        ("auto", 1, 4, 64, 1, 4),
        ("auto", 2, 4, 64, 2, 2),
        ("auto", 9, 4, 64, 4, 1),
        ("auto", 9, 4, 5, 2, 2),
        ("auto", 9, 4, 0, 1, 4),
        (3, 9, 4, 0, 3, 1),
        (3, 1, 4, 64, 1, 3),
        (1, 9, 4, 64, 1, 1),
    ],
)
def test_processes_and_their_cores(
    monkeypatch: pytest.MonkeyPatch,
    workers: local.Workers,
    elements: int,
    cores: int,
    gigabytes: int,
    expected: int,
    each: int,
) -> None:
    monkeypatch.setattr(local, "usable_cores", lambda: cores)
    monkeypatch.setattr(local, "free_memory", lambda: gigabytes << 30)
    monkeypatch.delenv(GIVEN_CORES, raising=False)
    assert processes(workers, elements) == expected
    with cores_for(workers, expected):
        assert os.environ[GIVEN_CORES] == str(each)
    assert GIVEN_CORES not in os.environ
