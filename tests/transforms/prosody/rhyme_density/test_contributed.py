"""A detector of another package: the module as CONTRIBUTING.md writes it, and an entry point."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.pipelines.running import REPOSITORY


def module() -> str:
    blocks: list[str] = re.findall(r"```python\n(.*?)```", (REPOSITORY / "CONTRIBUTING.md").read_text(), re.DOTALL)
    return next(block for block in blocks if "@detector" in block)


def install(folder: Path) -> None:
    """A package with one module, as an installer leaves it."""
    info = folder / "my_rhymes-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-rhymes\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[versebench.modules]\nsame_vowel = same_vowel\n")
    (folder / "same_vowel.py").write_text(module())


def scan(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("versebench")), "scan", "--rhymes", "--plain"]
    return subprocess.run(
        [*command, "--detector", "same-vowel.v1", *lines],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
        check=False,
    )


def test_a_detector_of_another_package_is_found_by_its_name(tmp_path: Path) -> None:
    install(tmp_path)
    ran = scan(tmp_path, "the cat", "a glass", "the dog")
    assert ran.returncode == 0, ran.stderr
    assert "the [a:cat]\na [a:glass]\nthe dog\n" in ran.stderr


def test_it_takes_about_ten_lines() -> None:
    body = module().partition("@detector")[2]
    code = [line for line in body.splitlines() if line.strip() and '"""' not in line]
    assert len(code) <= 11
