"""The files in deploy/schedule: units, a workflow and a DAG, with commands that exist."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from tests.missing import missing
from tests.pipelines.running import REPOSITORY
from versebench.pipelines.commands.app import app

FOLDER = REPOSITORY / "deploy" / "schedule"
UNITS = sorted(path.name for path in FOLDER.glob("versebench-*"))
WORKFLOW: dict[Any, Any] = yaml.safe_load((FOLDER / "github-actions.yml").read_text())
DAG = (FOLDER / "airflow_dag.py").read_text()


def commands() -> dict[str, str]:
    """The command of each schedule, from ``versebench`` on."""
    service = re.findall(r"^ExecStart=\S*/(versebench .*)$", (FOLDER / "versebench-release.service").read_text(), re.M)
    steps = [
        step["run"] for step in WORKFLOW["jobs"]["release"]["steps"] if "versebench release" in step.get("run", "")
    ]
    workflow = re.findall(r"^\s*(versebench .*?) 2>", steps[0], re.M)
    [assigned] = [node for node in ast.walk(ast.parse(DAG)) if isinstance(node, ast.Assign)]
    dag = str(ast.literal_eval(assigned.value)).replace('"${VERSEBENCH:-versebench}"', "versebench")
    return {"systemd": service[0], "workflow": workflow[0], "airflow": dag}


@pytest.mark.parametrize("schedule", ["systemd", "workflow", "airflow"])
def test_every_command_exists_with_its_options(schedule: str) -> None:
    name, *arguments = shlex.split(commands()[schedule])
    assert name == "versebench"
    command = get_command(app)
    context = command.make_context(name, arguments)
    [release, *rest] = [*context._protected_args, *context.args]
    asked = command.commands[release].make_context(release, rest, parent=context)  # type: ignore[attr-defined]
    assert (release, asked.params["if_changed"]) == ("release", True)


def test_systemd_has_nothing_to_say(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        missing("systemd-analyze is missing: apt install systemd")
    for name in UNITS:  # as if installed here: the unit's program and user have to be there
        text = (
            (FOLDER / name)
            .read_text()
            .replace("/opt/versebench/bin/versebench", f"{Path(sys.executable).parent}/python")
        )
        (tmp_path / name).write_text(text.replace("User=versebench", "User=root"))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in (ran.stdout + ran.stderr).splitlines() if "versebench" in line]
    assert (ran.returncode, ours) == (0, [])


def test_units_name_one_another() -> None:
    texts = {name: (FOLDER / name).read_text() for name in UNITS}
    assert UNITS == ["versebench-release.service", "versebench-release.timer", "versebench-report.service"]
    assert "OnFailure=versebench-report.service\n" in texts["versebench-release.service"]


def mailed(folder: Path) -> str:
    """What the unit for reports mails, with the root in this folder."""
    (folder / "mail").write_text(f'#!/bin/sh\necho "$*" > {folder}/sent\ncat >> {folder}/sent\n')
    (folder / "mail").chmod(0o755)
    root = re.findall(r"--root (\S+)", (FOLDER / "versebench-release.service").read_text())[0]
    line = re.findall(r"^ExecStart=(.*)$", (FOLDER / "versebench-report.service").read_text(), re.M)[0]
    command = shlex.split(line.replace("$$", "$").replace(f"{root}/", f"{folder}/"))
    subprocess.run(command, check=True, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
    return (folder / "sent").read_text()


def test_the_report_of_this_failure_is_mailed_and_no_older_one(tmp_path: Path) -> None:
    nothing = (
        "-s versebench: no new release root\n"
        "There is no report. Run journalctl -u versebench-release to see what happened.\n"
    )
    assert mailed(tmp_path) == nothing
    reports = tmp_path / "reports"
    reports.mkdir()
    (reports / "small-20260101T000000Z.txt").write_text("old\n")
    os.utime(reports / "small-20260101T000000Z.txt", (1, 1))
    assert mailed(tmp_path) == nothing
    (reports / "small-20260101T010000Z.txt").write_text("new\n")
    assert mailed(tmp_path) == "-s versebench: no new release root\nnew\n"


def test_the_workflow_runs_one_at_a_time_and_shows_its_failure() -> None:
    assert WORKFLOW["concurrency"]["cancel-in-progress"] is False
    assert WORKFLOW["permissions"] == {"contents": "read"}
    steps = WORKFLOW["jobs"]["release"]["steps"]
    installed = next(step["run"] for step in steps if "pip install" in step.get("run", ""))
    named = re.findall(r"--requirement (\S+)", installed)
    assert named
    assert all((REPOSITORY / name).is_file() for name in named)
    assert steps[-1]["if"] == "failure()"


def test_the_dag_compiles_and_runs_one_at_a_time() -> None:
    tree = ast.parse(DAG)
    compile(tree, "airflow_dag.py", "exec")
    calls = {
        node.func.id: node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    arguments = {word.arg: word.value for word in calls["DAG"].keywords}
    assert ast.literal_eval(arguments["max_active_runs"]) == 1
    assert ast.literal_eval(arguments["catchup"]) is False
    params = ast.literal_eval(arguments["params"])
    env = next(ast.literal_eval(word.value) for word in calls["BashOperator"].keywords if word.arg == "env")
    assert {f"{{{{ params.{name} }}}}" for name in params} == set(env.values())
