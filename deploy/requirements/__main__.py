"""Write all files of locked packages again, from ``setup.py``: ``make requirements``.

It needs a network, uv, and a library for bills of materials; both are in the extra ``dev``. Versions in
``requirements.lock`` stay if ``setup.py`` allows them; ``--upgrade NAME`` takes the newest version of a package.

- ``requirements.lock``: the version of every package, for all extras, platforms and versions of Python.
- ``requirements/PROFILE.txt``: the packages of a profile with the hashes of their wheels, at these versions.
- ``requirements/PROFILE-built.txt``: those that have no wheel and are built where they are installed.
- ``requirements/audit.txt``: a tool that looks for known vulnerabilities, with all that it needs.
- ``sbom.cdx.json``: the packages of ``requirements.lock`` as a bill of materials.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from deploy.requirements.locked import read_locked
from deploy.requirements.sbom import render_sbom

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
FOLDER = ROOT / "requirements"
SBOM = ROOT / "sbom.cdx.json"

PROFILES: dict[str, tuple[str, ...]] = {
    "base": (),
    "score-release": ("score", "release"),
    "cloud": ("score", "release", "aws", "gcp"),
    "studies": ("release", "studies", "studies-postgres"),
    "all": (
        "score",
        "deepspeed",
        "release",
        "real",
        "finetune",
        "serve",
        "studies",
        "studies-postgres",
        "aws",
        "gcp",
        "site",
        "dev",
    ),
}
"""The extras of each profile. ``all`` is what the tests need, and what ``requirements.lock`` states."""

WITHOUT_WHEELS = ("deepspeed", "google-apitools", "jsonpath-rw")
"""The only packages that may be built where they are installed."""

AUDIT = "pip-audit==2.10.1"

_OPTIONS = ("--universal", "--python-version", "3.11", "--no-header", "--no-annotate", "--quiet")


def main() -> None:
    """Write every file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upgrade", action="append", default=[], metavar="NAME", help="take its newest version")
    upgrades = [f"--upgrade-package={name}" for name in parser.parse_args().upgrade]
    FOLDER.mkdir(exist_ok=True)
    _compile("", "setup.py", *_extras(PROFILES["all"]), *upgrades, "--output-file", str(LOCK))
    for profile, extras in PROFILES.items():
        hashed = _compile(
            "\n".join(_build_requirements()),
            *("setup.py", "-", *_extras(extras), "--constraint", str(LOCK), "--generate-hashes"),
            *("--only-binary", ":all:", *(f"--no-binary={name}" for name in WITHOUT_WHEELS)),
        )
        wheels, built = split_built(hashed)
        (FOLDER / f"{profile}.txt").write_text(f"--only-binary :all:\n{wheels}")
        if built:
            (FOLDER / f"{profile}-built.txt").write_text(built)
    audit = _compile(AUDIT, "-", "--generate-hashes", "--only-binary", ":all:")
    (FOLDER / "audit.txt").write_text(f"--only-binary :all:\n{audit}")
    SBOM.write_text(render_sbom(read_locked(LOCK), {pin.name for pin in read_locked(FOLDER / "score-release.txt")}))


def split_built(hashed: str) -> tuple[str, str]:
    """The requirements that are installed from wheels, and those that are built."""
    entries = re.findall(r"^[a-z0-9].*\n(?: +--hash=.*\n)+", hashed, re.MULTILINE)
    built = [entry for entry in entries if entry.partition("==")[0] in WITHOUT_WHEELS]
    return "".join(entry for entry in entries if entry not in built), "".join(built)


def _extras(names: Sequence[str]) -> list[str]:
    return [f"--extra={name}" for name in names]


def _build_requirements() -> list[str]:
    """What the package itself is built with, so that nothing else is fetched when it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["build-system"]["requires"])


def _compile(requirements: str, *arguments: str) -> str:
    """Run ``uv pip compile``, with some requirements as its input, and return its output."""
    command = [sys.executable, "-m", "uv", "pip", "compile", *_OPTIONS, *arguments]
    ran = subprocess.run(command, cwd=ROOT, input=requirements, stdout=subprocess.PIPE, text=True, check=True)
    return ran.stdout


if __name__ == "__main__":
    main()
