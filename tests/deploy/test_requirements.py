"""The locked packages agree with ``setup.py`` and with each other. Nothing here needs a network."""

import ast
import json
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from cyclonedx.model.bom import Bom
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.requirements.__main__ import AUDIT, FOLDER, LOCK, PROFILES, ROOT, SBOM, WITHOUT_WHEELS, split_built
from deploy.requirements.locked import Pin, read_locked
from deploy.requirements.sbom import render_sbom

REMEDY = "run make requirements"


def pins(profile: str) -> list[Pin]:
    """All packages of a profile, those that are built too."""
    built = FOLDER / f"{profile}-built.txt"
    return sorted(read_locked(FOLDER / f"{profile}.txt") + (read_locked(built) if built.exists() else []))


def needed(profile: str) -> list[Requirement]:
    """What ``setup.py`` asks for in a profile, and what the package is built with."""
    tree = ast.parse((ROOT / "setup.py").read_text())
    [call] = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "setup"]
    wanted = ("install_requires", "extras_require")
    stated = {part.arg: ast.literal_eval(part.value) for part in call.keywords if part.arg in wanted}
    extras = [line for extra in PROFILES[profile] for line in stated["extras_require"][extra]]
    return [Requirement(line) for line in (*stated["install_requires"], *extras, "setuptools>=77")]


def reached(wanted: list[Requirement]) -> Iterator[Requirement]:
    """All that some requirements lead to in this environment, by what the installed packages state."""
    todo, seen = list(wanted), set()
    while todo:
        requirement = todo.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        yield requirement
        try:
            lines = requires(requirement.name) or []
        except PackageNotFoundError:
            pytest.fail(f"{requirement.name} is not installed: {REMEDY}, then make setup")
        for line in map(Requirement, lines):
            environments: list[dict[str, str]] = [{"extra": extra} for extra in ("", *requirement.extras)]
            if line.marker is None or any(map(line.marker.evaluate, environments)):
                todo.append(line)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_holds_what_it_needs_and_nothing_else(profile: str) -> None:
    here = {pin.name: pin.version for pin in pins(profile) if not pin.marker or Marker(pin.marker).evaluate()}
    found = set()
    for requirement in reached(needed(profile)):
        name = canonicalize_name(requirement.name)
        found.add(str(name))
        assert name in here, f"{profile} lacks {name}: {REMEDY}"
        assert requirement.specifier.contains(here[name], prereleases=True), f"{requirement}: {REMEDY}"
    assert set(here) - found == set(), REMEDY


def test_every_profile_has_the_versions_of_the_lock() -> None:
    locked = set(read_locked(LOCK))
    assert {pin.unhashed for pin in pins("all")} == locked, REMEDY
    versions = {(pin.name, pin.version) for pin in locked}
    for profile in PROFILES:
        assert {(pin.name, pin.version) for pin in pins(profile)} <= versions, REMEDY


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_every_package_has_hashes_and_no_file_names_a_host(path: Path) -> None:
    assert all(pin.hashes for pin in read_locked(path))
    assert "://" not in path.read_text()
    wheels_alone = path.read_text().startswith("--only-binary :all:\n")
    assert wheels_alone != path.stem.endswith("-built")


def test_only_what_has_no_wheel_is_built() -> None:
    built = {pin.name for path in FOLDER.glob("*-built.txt") for pin in read_locked(path)}
    assert built == set(WITHOUT_WHEELS)
    for profile in ("base", "score-release"):
        assert built.isdisjoint(pin.name for pin in pins(profile))


def test_there_is_a_file_for_each_profile_and_one_for_audits() -> None:
    names = {path.stem.removesuffix("-built") for path in FOLDER.iterdir()}
    assert names == {*PROFILES, "audit"}
    assert AUDIT in {f"{pin.name}=={pin.version}" for pin in read_locked(FOLDER / "audit.txt")}


def test_splitting() -> None:
    one, two = (
        "a==1 \\\n    --hash=sha256:1 \\\n    --hash=sha256:2\n",
        "deepspeed==2 ; x == 'y' \\\n    --hash=sha256:3\n",
    )
    assert split_built(one + two + one) == (one + one, two)


def test_a_file_with_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("a==1\n--index-url somewhere\n")
    with pytest.raises(ValueError, match="'--index-url somewhere' is no pinned package"):
        read_locked(tmp_path / "x.txt")


# --- the bill of materials


def test_the_bill_states_the_lock() -> None:
    required = {pin.name for pin in read_locked(FOLDER / "score-release.txt")}
    assert SBOM.read_text() == render_sbom(read_locked(LOCK), required), REMEDY


def test_the_bill_can_be_read() -> None:
    value = json.loads(SBOM.read_text())
    bom = Bom.from_json(value)  # type: ignore[attr-defined]
    assert {(part.name, part.version) for part in bom.components} == {
        (pin.name, pin.version) for pin in read_locked(LOCK)
    }
    assert all(str(part.purl) == f"pkg:pypi/{part.name}@{part.version}" for part in bom.components)
    scopes = {part.name: str(part.scope.value) for part in bom.components}
    assert (scopes["torch"], scopes["pytest"]) == ("required", "optional")
    assert "timestamp" not in value["metadata"]


# --- what uses them


def test_set_up_checks_every_hash_and_builds_with_what_is_installed() -> None:
    """So do the image and the workflow."""
    for path in ("Makefile", "deploy/dataflow/Dockerfile", "deploy/schedule/github-actions.yml"):
        text = (ROOT / path).read_text().replace("\\\n", " ").replace("$(INSTALL)", "pip install --no-deps")
        commands = [command for line in text.splitlines() for command in line.split("&&") if ":=" not in line]
        installs = [command.strip() for command in commands if "pip install" in command]
        assert len(installs) >= 3, path
        for line in installs:
            assert "--no-deps" in line, line
            assert "--require-hashes" in line or re.search(r"--no-build-isolation (--editable )?\.", line), line


def test_the_actions_of_the_workflow_are_pinned_by_their_commit() -> None:
    used = re.findall(r"uses: (\S+)", (ROOT / "deploy/schedule/github-actions.yml").read_text())
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action) for action in used)
