"""The log for machines, and a failing run's last words, for people and for machines."""

import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.pipelines.running import (
    Ran,
    jsonl_recipe,
    recipe_values,
    sample_rows,
    versebench,
    write_recipe,
)
from tests.storage.tables import Fail
from versebench.pipelines.commands.app import app
from versebench.pipelines.errors import StageError
from versebench.pipelines.runners.log import Bars, JsonLines, Silent
from versebench.pipelines.runners.progress import polled
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import run_stage
from versebench.storage.run import Run
from versebench.storage.secret_shapes import HIDDEN

SECRET = "fake/secret+of-a-test=="


def events(ran: Ran) -> list[dict[str, Any]]:
    """The events of a log, each line of which is one."""
    return [json.loads(line) for line in ran.err.splitlines()]


def texts(count: int) -> list[dict[str, str]]:
    """The first poems of the sample, as rows of a source."""
    return [{"text": row["limerick"]} for row in sample_rows()[:count]]


def test_every_line_of_the_log_is_an_event(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in texts(24)))
    values = jsonl_recipe(f"{tmp_path}/rows.jsonl", tasks=[{"task": "swap_lines.v1"}], ingest={"rows_per_shard": 8})
    recipe, root = write_recipe(tmp_path, values), tmp_path / "root"
    ran = versebench("--log", "json", "clean", recipe, "--root", root, "--json")
    said, found = json.loads(ran.out), events(ran)
    assert ran.code == 0
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one["time"]) for one in found)
    assert [one["time"] for one in found] == sorted(one["time"] for one in found)
    assert {one["level"] for one in found} == {"info"}
    titles = ["ingest: reading", "ingest: dropping duplicates", "ingest", "words", "lexicon", "clean"]
    for event in ("started", "finished"):
        assert [one["title"] for one in found if one["event"] == event] == titles
    clean = found[-1]
    assert (clean["counters"]["rows_in"], clean["shards"]) == (said["counts"]["in"], 3)
    assert [graph["title"] for graph in said["graphs"]] == titles
    again = versebench("--log", "json", "clean", recipe, "--root", root)
    assert [(one["event"], one["stage"]) for one in events(again)] == [
        ("skipped", stage) for stage in ("ingest", "words", "lexicon", "clean")
    ]
    assert events(again)[-1]["directory"] == said["directory"]


def test_the_last_words_name_stage_element_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, texts(20))))
    recipe = write_recipe(tmp_path, jsonl_recipe(f"{tmp_path}/rows.jsonl"))
    ran = versebench("--log", "json", "ingest", recipe, "--root", tmp_path / "root", prefix=("prlimit", "--fsize=500"))
    last = events(ran)[-1]
    assert (ran.code, last["exit_code"], last["level"], last["event"]) == (1, 1, "error", "failed")
    assert (last["stage"], last["element"]) == ("ingest", f"{tmp_path}/rows.jsonl")
    assert "the file is larger than this process may write; raise the limit and run again" in last["message"]


def test_a_wrong_recipe_and_a_wrong_log(tmp_path: Path) -> None:
    ran = versebench("--log", "json", "clean", tmp_path / "none.yaml")
    (last,) = events(ran)
    assert (ran.code, last["event"], last["exit_code"]) == (2, "failed", 2)
    assert "file not found" in last["message"]
    wrong = CliRunner().invoke(app, ["--log", "xml", "tasks"])
    assert wrong.exit_code == 2
    assert "'xml'. Choose 'people' or 'json'." in wrong.output


@pytest.mark.parametrize("kind", ["people", "json"])
def test_no_secret_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    recipe = write_recipe(tmp_path, recipe_values())
    ran = versebench(
        *("--log", kind, "ingest", recipe, "--root", tmp_path, "--set", f"sources.0.path=no/{SECRET}/of-options"),
        *("--", "--s3_secret_access_key=of-options"),
    )
    assert ran.code == 2
    assert f"there is no file no/{HIDDEN}/{HIDDEN}; check the path" in ran.err
    assert SECRET not in ran.err


def test_the_log_of_a_defect_holds_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MERRIAM_WEBSTER_KEY", SECRET)
    with pytest.raises(StageError, match="this is a defect of versebench") as raised:
        run_stage(Run(str(tmp_path), "clean", "0" * 16, 1), {}, Fail("value", f"boom of {SECRET}"), Runner())
    kept = Path(str(raised.value).rpartition("the log, ")[2])
    text = kept.read_text()
    kept.unlink()
    assert (raised.value.stage, raised.value.element) == ("clean", "shard 0")
    assert f"boom of {HIDDEN}" in text
    assert SECRET not in text


@pytest.mark.parametrize("kind", ["people", "json"])
def test_the_password_of_an_address_is_not_printed(kind: str) -> None:
    ran = versebench("--log", kind, "fetch", "1", "--site", "http://u:hunter22@evil.invalid")
    assert ran.code != 0
    assert "evil.invalid" in ran.err
    assert "hunter22" not in ran.err


def test_a_wrong_command_line_shows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser of the command line prints what it does not know, without this project's help."""
    monkeypatch.setenv("GITHUB_PAT", SECRET)
    ran = versebench("verify", "some/folder", SECRET)
    assert ran.code == 2
    assert HIDDEN in ran.err
    assert SECRET not in ran.err


def test_a_traceback_shows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nothing catches, Python prints."""
    monkeypatch.setenv("DB_PASS", SECRET)
    program = (
        "import os; from versebench.pipelines.commands import app, entry\n"
        "def fail(*_): raise ZeroDivisionError(f'boom of {os.environ[\"DB_PASS\"]}')\n"
        "app.app = fail; entry.run()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 1
    assert f"ZeroDivisionError: boom of {HIDDEN}" in ran.stderr
    assert SECRET not in ran.stderr


def test_slow_counts_are_asked_for_less_often() -> None:
    asked: list[int] = []

    def slow() -> int:
        time.sleep(0.05)
        return len(asked)

    with polled(slow, asked.append, 0.01):
        while not asked:
            time.sleep(0.01)
        time.sleep(0.3)
    assert len(asked) == 1


def test_a_warning_stops_nothing_and_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.StringIO()
    for log in (Bars(), Silent(), JsonLines(stream)):
        log.warned("look at [this]")
    assert capsys.readouterr().err == "warning: look at [this]\n"
    said = json.loads(stream.getvalue())
    assert (said["event"], said["level"], said["message"]) == ("warned", "warning", "look at [this]")
