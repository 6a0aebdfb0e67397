"""The margins of a model of a release, by which pairs are sampled."""

from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.studies.test_analyse import written_export, written_release
from tests.studies.made_up import TASKS, spec
from tests.transforms.judgements.exports import pair_items
from versebench.pipelines.studies.margins import margins_of
from versebench.storage.manifest import Manifest, read_manifest
from versebench.studies.errors import SpecError
from versebench.studies.plan.sample import Margins

ITEMS = pair_items(6)
PARTS = [{"protocol": "choose_original.v1", "tasks": [TASKS[0]], "items": 4}]


def margins(folder: Path, **stratify: Any) -> Margins | None:
    manifest = read_manifest(str(folder))
    assert isinstance(manifest, Manifest)
    return margins_of(str(folder), manifest, spec(PARTS, stratify=stratify or None))


def test_the_margins_of_a_model_are_read(tmp_path: Path) -> None:
    release = written_release(tmp_path, ITEMS[:6])
    found = margins(release, margin="m")
    assert found is not None
    assert [found[item["task"], item["pair_id"]] for item in ITEMS[:6]] == [-1.0, 1.5, 2.5, -1.0, 4.5, 5.5]
    assert margins(release, margin="m", reduction="sum", convention="c") == found
    assert margins(release) is None


@pytest.mark.parametrize(
    ("stratify", "message"),
    [
        ({"margin": "gpt3"}, "unknown model 'gpt3'; choose from m"),
        ({"margin": "m", "reduction": "mean"}, "no such series of decisions; .*: convention c, reduction sum"),
    ],
)
def test_margins_that_a_release_lacks_are_refused(stratify: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        margins(written_release(tmp_path, ITEMS[:6]), **stratify)


def test_a_release_without_decisions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no decisions of models"):
        margins(written_export(tmp_path), margin="m")
