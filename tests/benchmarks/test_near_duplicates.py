"""The figures of near-duplicates, on a few poems."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks import near_duplicates
from benchmarks.near_duplicates import main, poems_of
from tests.transforms.near_duplicates.poems import limericks, text, with_lines


def test_figures_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_duplicates, "MOST_TIMED", 50)
    poems = limericks(20)
    poems += [with_lines(poems[5], poems[6], 0), poems[0]]
    path = tmp_path / "poems.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(json.dumps({"lines": poem}) for poem in poems).encode()))
    assert poems_of(path) == [text(poem) for poem in poems[:21]]
    main(["--json", str(path)])
    figures = json.loads(capsys.readouterr().out)["poems.jsonl.gz"]
    assert figures["poems"] == 21
    assert sum(figures["pairs_by_tenth"].values()) == 21 * 20 // 2
    assert figures["one_line_exchanged"]["0.5"] > figures["one_line_exchanged"]["0.8"] == 0
    assert figures["found"]["0.5"] == {"there": 1, "found": 1, "compared": 1}
    assert figures["found"]["0.8"]["there"] == 0
    assert figures["microseconds_a_poem"].keys() == {
        "shingles",
        *(f"keys, {one}" for one in near_duplicates.THRESHOLDS),
    }
    main([str(path)])
    assert "pairs by tenth" in capsys.readouterr().err
