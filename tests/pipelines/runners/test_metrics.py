"""What Beam counts in a run, beside what its manifest says."""

import json
from dataclasses import asdict
from pathlib import Path

import apache_beam as beam
import pytest

from tests.pipelines.conftest import Sample
from tests.storage.tables import Fail, MakePlaces, committed
from versebench.pipelines.commands.print.release import print_measured
from versebench.pipelines.runners.console import console
from versebench.pipelines.runners.metrics import GraphMetrics
from versebench.pipelines.runners.runner import Runner, create
from versebench.pipelines.stages.stage import run_stage
from versebench.storage.manifest import Manifest, read_manifest
from versebench.storage.run import Run
from versebench.storage.spread import Spread
from versebench.transforms.mapping.map_shards import MapShards


def check_equal(found: GraphMetrics, manifest: Manifest) -> None:
    """Beam's distributions of rows and bytes are those of the manifest."""
    expected = {f"shard_rows.{name}": entry.shard_rows for name, entry in manifest.tables.items()}
    expected |= {f"shard_bytes.{name}": entry.shard_bytes for name, entry in manifest.tables.items()}
    assert {name: one for name, one in found.distributions.items() if name.startswith("shard_")} == expected


@pytest.mark.parametrize(
    "runner",
    [Runner(), Runner(workers=2, mode="multi_processing")],
    ids=["one process", "two processes"],
)
def test_an_undisturbed_run_counts_what_its_manifest_says(tmp_path: Path, runner: Runner) -> None:
    made = run_stage(Run(str(tmp_path), "ingest", "0" * 16, 5), {}, MakePlaces(None), runner)
    (found,) = runner.measured
    check_equal(found, made.manifest)
    assert found.counters == {"shards_committed": 5, "rows_in": 15, "rows_out": 15}
    assert (found.stage, found.shards, found.rows, found.repeated) == ("ingest", 5, 15, 0)
    assert found.shard_ms is not None
    assert [one.count for one in found.shard_ms] == [5, 5]


def test_a_run_that_goes_on_counts_the_rest_and_ends_in_the_same_manifest(tmp_path: Path) -> None:
    run = Run(str(tmp_path), "ingest", "0" * 16, 4)
    run_stage(run, {}, MakePlaces(None), Runner())
    whole = Path(run.path("manifest.json")).read_bytes()
    for name in ("manifest.json", run.sidecar_name(0), run.sidecar_name(3)):
        Path(run.path(name)).unlink()
    runner = Runner()
    run_stage(run, {}, MakePlaces(None), runner)
    assert Path(run.path("manifest.json")).read_bytes() == whole
    assert [found.shards for found in runner.measured] == [2]
    run_stage(run, {}, Fail("value", "is not called"), runner)
    assert len(runner.measured) == 1


def test_shards_that_come_again_are_counted_apart(tmp_path: Path) -> None:
    run, _ = committed(tmp_path, 3)
    runner = Runner()

    def build(pipeline: beam.Pipeline) -> None:
        _ = create(pipeline, "Shards", range(3)) | "MapShards" >> MapShards(run, Fail("value", "is not called"))

    runner.run("ingest", 3, build, lambda: 0)
    assert [(found.shards, found.repeated, found.shard_ms) for found in runner.measured] == [(0, 3, None)]


def test_the_record_of_a_release_holds_what_was_counted_in_every_graph(sample: Sample) -> None:
    record = json.loads((sample.root / "records" / "small-1.0.0.json").read_text())
    graphs = {graph["title"]: graph for graph in record["graphs"]}
    assert {"ingest: reading", "corrupt: sampling", "eligibility", "assemble", "validate"} < graphs.keys()
    for stage in ("ingest", "words", "lexicon", "clean", "annotate", "corrupt", "assemble"):
        manifest = read_manifest(str(sample.root / record["stages"][stage]))
        assert manifest is not None
        spreads = {name: Spread(**one) for name, one in graphs[stage]["distributions"].items()}
        check_equal(GraphMetrics(stage, 1.0, {}, spreads), manifest)
        rejected = {name: count for name, count in manifest.counts.items() if name.startswith("rejected.")}
        counted = graphs[stage]["counters"]
        assert {name: counted[f"rows_{name}"] for name in rejected} == rejected
        assert counted.get("rows_in") == manifest.counts.get("in")
    # Nothing that was measured is in what a release promises to be the same.
    manifest = read_manifest(str(sample.release))
    assert manifest is not None
    assert "seconds" not in json.dumps(asdict(manifest))


def test_the_table_of_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    spread = {"shard_rows.poems": Spread(2, 30, 10, 20), "shard_bytes.poems": Spread(2, 3 << 20, 1, 2)}
    times = {"work_ms": Spread(2, 3000, 1000, 2000), "write_ms": Spread(2, 100, 40, 60)}
    clean = GraphMetrics(
        "clean", 2.0, {"rows_in": 50, "shards_committed": 2, "shards_repeated": 1}, {**spread, **times}
    )
    with console.capture() as said:
        print_measured([GraphMetrics("ingest: reading", 0.5, {}, {}), clean])
    lines = said.get().splitlines()
    (row,) = (line for line in lines if "clean" in line)
    assert [cell.strip() for cell in row.strip("│").split("│")] == [
        *("clean", "2", "50", "25", "2.0", "1,500", "1,000", "2,000", "50", "1", "3.0")
    ]
    assert any("ingest: reading" in line and "0.5" in line for line in lines)
    with console.capture() as nothing:
        print_measured([])
    assert nothing.get() == ""
