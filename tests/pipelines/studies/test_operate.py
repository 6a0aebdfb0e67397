"""The commands of a study, from a committed plan to an analysed export."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.pipelines.studies.plans import committed_plan
from tests.studies.postgresql import free_port
from versebench.pipelines.studies.study_folder import open_study
from versebench.studies.database.codes import hash_of, new_code

SAMPLE = Path(__file__).parents[3] / "samples" / "studies" / "limericks.yaml"


def versebench(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "versebench", "study", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == code, ran.stderr
    return ran


@pytest.fixture
def study(tmp_path: Path) -> str:
    """A plan as the planner commits it."""
    return committed_plan(tmp_path)


@contextmanager
def served(study: str) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "versebench", "study", "serve", study, "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()  # without a farewell: what was acknowledged is stored
        server.wait()


def test_a_study_from_the_plan_to_the_analysis(study: str, tmp_path: Path) -> None:
    with served(study) as url:
        done = json.loads(versebench("simulate", study, "--url", url, "--judges", "4", "--wait", "60", "--json").stdout)
    assert (done["judges"], done["finished"], done["answered"]) == (4, 4, 32)
    status = json.loads(versebench("status", study, "--json").stdout)
    assert (status["answered"], status["open"], status["finished"], status["simulated"]) == (32, 0, 4, True)
    refused = versebench("invite", study, "-n", "1", code=1)
    assert "takes no people" in refused.stderr
    assert "close it" in versebench("export", study, "--out", str(tmp_path), code=1).stderr
    versebench("close", study)
    exported = json.loads(versebench("export", study, "--out", str(tmp_path), "--json").stdout)
    assert exported["rows"]["judgements"] == exported["counts"]["exported"] == 32
    again = json.loads(versebench("export", study, "--out", str(tmp_path), "--json").stdout)
    assert again["directory"] == exported["directory"]
    analysed = versebench("analyse", exported["directory"], "--root", str(tmp_path))
    assert "simulated judges" in analysed.stderr


def test_people_are_invited_by_links_that_are_printed_once(study: str) -> None:
    links = json.loads(versebench("invite", study, "-n", "3", "--url", "https://x.example/", "--json").stdout)["links"]
    assert len(set(links)) == 3
    assert all(link.startswith("https://x.example/j/") for link in links)
    database = Path(open_study(study).default_database.removeprefix("sqlite:///"))
    assert links[0].rpartition("/")[2].encode() not in database.read_bytes()


def test_plain_http_leaves_the_machine_only_behind_a_proxy(study: str) -> None:
    assert "--behind-proxy" in versebench("serve", study, "--host", "0.0.0.0", code=1).stderr


def test_a_folder_that_is_no_study_is_refused(tmp_path: Path) -> None:
    assert "not the folder of a study" in versebench("status", str(tmp_path), code=1).stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed: 7", "sed: 7", "unknown key 'sed'; did you mean 'seed'?"),
        ("profile: versebench", "profile: jcls", "profile: unknown name 'jcls'"),
        ("contact: the maintainers,", "contact: TODO the maintainers,", "placeholder 'TODO'"),
        ("one_in: 5", "one_inn: 5", "did you mean 'one_in'?"),
        ("limericks.consent.en.md", "absent.md", "absent.md cannot be read"),
        ("name: limericks", "- name", "is not a specification of a study"),
    ],
)
def test_a_wrong_specification_is_one_message(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = SAMPLE.read_text()
    assert old in text
    (tmp_path / "limericks.consent.en.md").write_text("You agree.")
    (tmp_path / "study.yaml").write_text(text.replace(old, new, 1))
    refused = versebench("plan", str(tmp_path), "--spec", str(tmp_path / "study.yaml"), code=2)
    assert message in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr


def test_a_plan_that_was_changed_is_not_served(study: str) -> None:
    manifest = Path(open_study(study).directory) / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"judgements_per_item":3', '"judgements_per_item":1'))
    assert "not the one that was committed" in versebench("status", study, code=1).stderr


def test_a_backup_is_restored_without_who_withdrew_and_every_act_is_in_the_audit_log(
    study: str, tmp_path: Path
) -> None:
    with served(study) as url:
        versebench("simulate", study, "--url", url, "--judges", "2", "--wait", "60")
        assert "judgements: 16" in versebench("backup", study, "--out", f"{tmp_path}/saved").stderr
    folder = Path(open_study(study).directory)
    with sqlite3.connect(f"{folder}.db") as connection:
        code = new_code()
        connection.execute("UPDATE judges SET code_hash = ? WHERE judge = 1", [hash_of(code)])
    versebench("withdraw", study, "--code", code)
    assert "not empty" in versebench("restore", study, "--from", f"{tmp_path}/saved", code=1).stderr
    for path in Path(folder.parent).glob(f"{folder.name}.db*"):
        if path.suffix != ".withdrawals":
            path.unlink()
    restored = json.loads(versebench("restore", study, "--from", f"{tmp_path}/saved", "--json").stdout)
    assert (restored["rows"]["judges"], restored["withdrawn"]) == (2, 1)
    assert json.loads(versebench("status", study, "--json").stdout)["answered"] == 8
    versebench("close", study)
    assert "judges have 30 days to withdraw" in versebench("forget", study, code=1).stderr
    acts = json.loads(versebench("audit", study, "--json").stdout)["acts"]
    assert [act["act"] for act in acts] == ["invite", "restore", "close"]
