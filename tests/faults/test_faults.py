"""Each fault once or twice; ``make faults`` runs them many times."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.faults import flaky, interrupts, kills, memory, poison, power
from tests.faults.damage import KINDS, STAGES, damage, problems
from tests.faults.poison import BEFORE, Poem
from tests.faults.studies import faults as studies
from tests.faults.trial import Trial, Undisturbed
from tests.faults.writers import lstm, poems


def test_a_killed_driver(undisturbed: Undisturbed, tmp_path: Path) -> None:
    assert kills.kill_the_driver(undisturbed, tmp_path, Random(1)) == 0


def test_a_killed_worker_process(undisturbed: Undisturbed, tmp_path: Path) -> None:
    assert kills.kill_a_worker(undisturbed, tmp_path, Random(2)) == 0


def test_interrupts(undisturbed: Undisturbed, tmp_path: Path) -> None:
    assert interrupts.interrupt(undisturbed, tmp_path, Random(6), in_a_row=4) == 0


def test_a_worker_out_of_memory(undisturbed: Undisturbed, tmp_path: Path) -> None:
    assert memory.starve_a_worker(undisturbed, tmp_path, Random(3)) == 0


def test_a_flaky_file_system(undisturbed: Undisturbed, tmp_path: Path) -> None:
    assert flaky.flaky_file_system(undisturbed, tmp_path, Random(4)) == 0


@pytest.mark.parametrize("moment", range(3))
def test_a_power_cut(undisturbed: Undisturbed, tmp_path: Path, moment: int) -> None:
    assert power.cut_the_power(undisturbed, tmp_path, Random(f"power {moment}")) == 0


def test_a_killed_trainer(tmp_path: Path) -> None:
    assert lstm.kill_a_trainer(tmp_path, Random(5)) == 0


@pytest.mark.parametrize("fault", poems.FAULTS)
def test_kills_of_what_makes_poems(tmp_path: Path, fault: str) -> None:
    assert poems.FAULTS[fault](tmp_path, Random(8)) == 0


@pytest.fixture(scope="session")
def poem(undisturbed: Undisturbed) -> Poem:
    """The poisonous one."""
    return poison.some_poem(undisturbed, Random(7))


@pytest.mark.parametrize("fault", poison.FAULTS)
def test_a_poison_row(undisturbed: Undisturbed, tmp_path: Path, poem: Poem, fault: poison.Fault) -> None:
    trial: Trial = undisturbed.begun(tmp_path, BEFORE)
    assert fault(trial, poem) == 0


@pytest.mark.parametrize("stage", [*STAGES, "release"])
def test_what_nobody_damaged_is_intact(undisturbed: Undisturbed, stage: str) -> None:
    assert problems(undisturbed.stage(stage)) == ""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", ["clean", "eligibility", "release"])
def test_damage_is_found_and_named(undisturbed: Undisturbed, tmp_path: Path, stage: str, kind: str) -> None:
    copy = undisturbed.copied(stage, tmp_path / "copy")
    names = damage(copy, kind, Random(f"{stage} {kind}"))
    assert any(name in problems(copy) for name in names)


@pytest.mark.parametrize("fault", [studies.kill_the_server, studies.cut_connections])
def test_a_study_whose_server_or_connections_die(tmp_path: Path, fault: Callable[[Path, Random], int]) -> None:
    assert fault(tmp_path, Random(8)) == 0
