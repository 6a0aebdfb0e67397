"""The benchmark of validation over a corpus that a test can afford."""

from pathlib import Path

import pytest

from benchmarks.scale.job import MEASURED, Work, corpus, run_stage
from benchmarks.validation import goals, parser, run_assemble, run_validate, share

POEMS = 60


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """All stages up to validation."""
    job, _ = corpus(tmp_path_factory.mktemp("validation"), POEMS, 1)
    work = Work(job, f"{job.folder}/validation")
    stages = {stage: run_stage(work, stage) for stage in MEASURED}
    return {**stages, "assemble": run_assemble(work), "validate": run_validate(work)}


def test_every_stage_up_to_validation_is_timed(stages: dict[str, dict[str, float]]) -> None:
    assert list(stages) == [*MEASURED, "assemble", "validate"]
    assert all(stage["seconds"] > 0 and stage["rows"] > 0 for stage in stages.values())
    titles = [graph["title"] for graph in stages["validate"]["graphs"]]  # type: ignore[attr-defined]
    assert titles == ["validate", "validate: the whole"]


def test_the_share_is_of_all_stages(stages: dict[str, dict[str, float]]) -> None:
    even = {name: {**stage, "seconds": 2.0} for name, stage in stages.items()}
    assert share(even, "seconds") == 1 / len(stages)


def test_the_share_of_the_time_is_the_goal() -> None:
    assert [(goal.required, goal.met) for goal in goals({"seconds": 0.09, "cpu_seconds": 0.1})] == [
        ("< 10.0%", True),
        ("< 10.0%", False),
    ]


def test_the_arguments() -> None:
    options = parser().parse_args(["--folder", "kept", "--json"])
    assert (options.poems, options.workers, options.folder, options.json) == (10_000, 2, Path("kept"), True)
