import os
from pathlib import Path

import psutil
import pytest

from versebench.storage.machine import GIVEN_CORES, free_memory, given_cores, usable_cores


def test_without_a_container_the_machine_counts(tmp_path: Path) -> None:
    assert usable_cores(tmp_path) == len(os.sched_getaffinity(0))
    assert 0 < free_memory(tmp_path) <= psutil.virtual_memory().total


@pytest.mark.parametrize(("limit", "cores"), [("100000 100000", 1), ("50000 100000", 1), ("max 100000", None)])
def test_a_container_has_its_share_of_the_cores(tmp_path: Path, limit: str, cores: int | None) -> None:
    (tmp_path / "cpu.max").write_text(limit + "\n")
    assert usable_cores(tmp_path) == (cores or len(os.sched_getaffinity(0)))


def test_a_container_has_the_memory_that_it_does_not_use(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("400000\n")
    assert free_memory(tmp_path) == 600_000
    (tmp_path / "memory.max").write_text("max\n")
    assert free_memory(tmp_path) > 1_000_000


def test_a_process_is_given_one_core_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(GIVEN_CORES, raising=False)
    assert given_cores() == 1
    monkeypatch.setenv(GIVEN_CORES, "4")
    assert given_cores() == 4
