"""That a campaign finds what parsers do wrong: broken ones stand in for them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.broken import BROKEN
from tests.fuzz.campaign import fuzz
from tests.fuzz.explore import explore
from tests.fuzz.limits import limited


def test_an_undocumented_exception_is_a_finding_and_made_small(tmp_path: Path) -> None:
    seen: list[bytes] = []
    with pytest.raises(KeyError, match="seven"):
        explore(BROKEN["raises"], tmp_path / "scratch", 2_000, 0, seen.append)
    assert seen[-1] == b"\x07"


def test_the_same_seed_tries_the_same_inputs(tmp_path: Path) -> None:
    tried: list[list[bytes]] = [[], []]
    for seen in tried:
        with pytest.raises(KeyError):
            explore(BROKEN["raises"], tmp_path / "scratch", 2_000, 0, seen.append)
    assert tried[0] == tried[1]


def test_a_hang_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"no end after 0\.2 s"), limited(seconds=0.2):
        BROKEN["hangs"].parse(b"", tmp_path)


def test_memory_that_is_taken_and_hidden_is_a_finding(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path;"
        "from tests.fuzz.broken import BROKEN; from tests.fuzz.explore import check;"
        "check(BROKEN['swallows'], b'', Path(sys.argv[1]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "x")], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "MiB of memory, more than 512" in ran.stderr


def test_a_process_that_dies_leaves_its_input(tmp_path: Path) -> None:
    fuzzed = fuzz("aborts", 300, 0, tmp_path, most=1, module="tests.fuzz.broken")
    (finding,) = fuzzed.findings
    (path,) = (tmp_path / "aborts").iterdir()
    assert finding == f"{path}: the process ended with -6"
    assert len(path.read_bytes()) > 3
