"""One recipe over one corpus gives one folder, byte for byte, however it is run."""

import gzip
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import files_of, make_release, recipe_values, sample_rows, temporary_of, times_of
from versebench.pipelines.runners.runner import Runner


def source(path: Path) -> list[dict[str, Any]]:
    return [{"name": "sample", "path": str(path), "format": "oedilf-json", "licence": "CC0-1.0"}]


def shuffled(folder: Path) -> Path:
    rows = sample_rows()
    random.Random(5).shuffle(rows)
    (folder / "rows.json").write_text(json.dumps(rows, ensure_ascii=False))
    return folder / "rows.json"


def split(folder: Path) -> Path:
    rows = sample_rows()
    (folder / "b.json").write_text(json.dumps(rows[:100]))
    (folder / "a.json").write_text(json.dumps(rows[100:]))
    return folder / "?.json"


def gzipped(folder: Path) -> Path:
    (folder / "rows").write_bytes(gzip.compress(json.dumps(sample_rows()).encode()))
    return folder / "rows"


@pytest.mark.parametrize("form", [shuffled, split, gzipped])
def test_the_form_of_the_source_does_not_matter(sample: Sample, tmp_path: Path, form: Any) -> None:
    # Validation of the very same tables is taken over: it is the slowest stage, and its run id proves them the same.
    shutil.copytree(sample.root / "validate", tmp_path / "root" / "validate")
    made = make_release(tmp_path, recipe_values(sources=source(form(tmp_path))))
    assert files_of(made.folder) == files_of(sample.release)
    assert len(list((tmp_path / "root" / "validate").iterdir())) == 1


def test_in_memory_with_two_workers(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root / "validate", tmp_path / "root" / "validate")
    made = make_release(tmp_path, recipe_values(), Runner(workers=2, mode="in_memory"))
    assert files_of(made.folder) == files_of(sample.release)


def test_two_processes_with_a_model(scored: Sample, tmp_path: Path) -> None:
    shutil.copytree(scored.root / "validate", tmp_path / "root" / "validate")
    made = make_release(
        tmp_path, recipe_values(models=[{"model": "gpt2-verse"}]), Runner(workers=2, mode="multi_processing")
    )
    assert files_of(made.folder) == files_of(scored.release)
    # The runs of all stages are the same too, and nothing but them is left.
    one, other = files_of(scored.root), files_of(tmp_path / "root")
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name] and not name.startswith("records/")] == []


def test_the_second_run_does_nothing(sample: Sample) -> None:
    make_release(sample.folder, recipe_values())  # The root is a copy: its record is told of its place.
    before = times_of(sample.root)
    again = make_release(sample.folder, recipe_values())
    assert (again.made, again.manifest, again.folder) == (False, sample.released.manifest, sample.released.folder)
    assert times_of(sample.root) == before
    assert temporary_of(sample.root) == []


def test_another_seed_is_another_release(sample: Sample, tmp_path: Path) -> None:
    shutil.copytree(sample.root, tmp_path / "root")
    made = make_release(tmp_path, recipe_values(seed=8, version="1.0.1"))
    assert made.manifest.tables["poems"] == sample.released.manifest.tables["poems"]
    assert made.manifest.tables["pairs"].content_hash != sample.released.manifest.tables["pairs"].content_hash
    assert files_of(tmp_path / "root/releases/small/1.0.0") == files_of(sample.release)
