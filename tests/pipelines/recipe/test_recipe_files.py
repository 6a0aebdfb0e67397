"""A recipe that is no file, or too large, and versions in other digits are refused at once with a message."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipelines.running import recipe_values, write_recipe
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.release_folders import VERSION
from versebench.pipelines.recipe.recipe import load_recipe


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def comment(path: Path) -> None:
    """A recipe after thirty megabytes of comment."""
    path.write_text(f"# {'x' * (30 << 20)}\nname: small\n")


def endless(path: Path) -> None:
    """A file of 10 TB that takes no space."""
    with path.open("wb") as file:
        file.truncate(10 << 40)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (pipe, "it is not a regular file"),
        (device, "it is not a regular file"),
        (comment, "it has more than 4194304 bytes"),
        (endless, "it has more than 4194304 bytes"),
    ],
)
def test_a_recipe_that_is_no_file_is_refused_at_once(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    path = tmp_path / "recipe.yaml"
    make(path)
    with pytest.raises(RecipeError, match=rf"recipe\.yaml: cannot be read: {reason}"):
        load_recipe(str(path), [])


@pytest.mark.parametrize("version", ["\u0661.\u0660.\u0660", "1.0.\uff10", "1.0.0\n", "1.0", "v1.0.0"])
def test_a_version_has_digits_of_ascii_alone(tmp_path: Path, version: str) -> None:
    with pytest.raises(RecipeError, match="version"):
        load_recipe(str(write_recipe(tmp_path, recipe_values(version=version))), [])
    assert not VERSION.fullmatch(version)
