from pathlib import Path

import pytest

from benchmarks.startup import Figure, Measured, figures, measure, table


def test_a_figure_is_met_within_its_goal() -> None:
    within = Measured("fast", 1.0, 2.0, 0.99, 0.5)
    beyond = Measured("slow", 1.0, 2.0, 1.01, 0.5)
    assert (within.met, beyond.met) == (True, False)
    _, fast, slow = table([within, beyond]).splitlines()
    assert fast.split() == ["fast", "1.00", "0.99", "0.50", "2.00", "pass"]
    assert slow.split()[-1] == "miss"


def test_a_command_is_measured_as_a_process_of_its_own() -> None:
    measured = measure(Figure("version", ["--version"], 1e9, 0.0), 1)
    assert measured.cpu > 0
    assert measured.wall > 0
    assert measured.met


def test_a_command_that_fails_is_no_figure(tmp_path: Path) -> None:
    verify = figures("recipe.yaml", str(tmp_path), str(tmp_path))[-1]
    with pytest.raises(SystemExit, match=r"verify .* failed: "):
        measure(verify, 1)
