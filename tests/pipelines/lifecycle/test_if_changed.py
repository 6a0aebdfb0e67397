"""The report of a schedule if no release could be made."""

from pathlib import Path

import pytest

from tests.pipelines.running import recipe_values
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.if_changed import NotReleasedError, render_report, reported
from versebench.pipelines.recipe.recipe import recipe_of
from versebench.storage.commit import DamagedShardError

RECIPE = recipe_of(recipe_values(version="auto"))


def test_what_succeeds_is_handed_on_and_leaves_no_report(tmp_path: Path) -> None:
    assert reported(RECIPE, str(tmp_path), lambda: 7) == 7
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DataError("bad rows"), 1),
        (RecipeError("bad key"), 2),
        (DamagedShardError("bad file"), 1),
        (OSError("bad disk"), 1),
    ],
)
def test_what_fails_is_written_down(tmp_path: Path, error: Exception, code: int) -> None:
    def work() -> None:
        raise error

    with pytest.raises(NotReleasedError) as raised:
        reported(RECIPE, str(tmp_path), work)
    (path,) = (tmp_path / "reports").iterdir()
    assert raised.value.exit_code == code
    assert path.read_text() == f"{raised.value}\n"
    lines = path.read_text().splitlines()
    assert lines[0] == "no new release of small"
    assert lines[2] == "newest release: none yet"
    assert lines[3] == f"this report:    {path}"
    assert str(error) in lines


def test_a_defect_is_no_matter_of_a_report(tmp_path: Path) -> None:
    def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        reported(RECIPE, str(tmp_path), work)
    assert list(tmp_path.iterdir()) == []


def test_a_report_is_short_enough_to_mail() -> None:
    long = render_report("small", "now", "none yet", "\n".join(f"row {row} is wrong" for row in range(1000)), "path")
    lines = long.splitlines()
    assert len(lines) < 80
    assert "row 59 is wrong" in lines
    assert "... and 940 more lines" in lines
