"""A table that was broken on the way, however consistently, is not released."""

import shutil
from pathlib import Path

import pyarrow as pa

from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values, versebench_here, write_recipe
from versebench.storage.commit import ShardOutput, commit_shard, read_sidecar
from versebench.storage.manifest import read_manifest, read_table
from versebench.storage.run import Run


def with_a_wrong_span(pairs: pa.Table) -> pa.Table:
    """The pairs with the first span of the first row moved by one character."""
    rows = pairs.to_pylist()
    for name in ("original_starts", "original_ends"):
        rows[0][name][0] += 1
    return pa.Table.from_pylist(rows, pairs.schema)


def test_a_wrong_span_stops_the_release(sample: Sample, tmp_path: Path) -> None:
    root = tmp_path / "root"
    ignored = shutil.ignore_patterns("releases", "records", "validate", "assemble")
    shutil.copytree(sample.root, root, ignore=ignored)
    directory = str(root / "corrupt" / sample.stage("corrupt").name)
    manifest, run = read_manifest(directory), Run(str(root), "corrupt", sample.stage("corrupt").name, 3)
    assert manifest is not None
    tables = {name: read_table(directory, manifest, name, 1) for name in manifest.tables}
    sidecar = read_sidecar(run, 1)
    assert sidecar is not None
    broken = with_a_wrong_span(tables["pairs"])
    commit_shard(run, 1, ShardOutput({**tables, "pairs": broken}, sidecar.counts))
    Path(run.path("manifest.json")).unlink()

    ran = versebench_here("release", write_recipe(tmp_path, recipe_values()), "--root", root)
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert ran.message.startswith("versebench: validation failed, so nothing is released\n")
    assert "  pairs: Expect" in ran.message
    assert "1 of " in ran.message
    assert "in shard 1" in ran.message
    assert broken.column("work_id")[0].as_py() in ran.message
    assert not (root / "releases").exists()
    # What failed is not forgotten: the next run says the same.
    assert versebench_here("release", tmp_path / "recipe.yaml", "--root", root).message == ran.message
