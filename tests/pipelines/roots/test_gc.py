"""What a garbage collection removes and what it keeps; nothing that is kept needs what was removed."""

import io
import json
import os
import shutil
import time
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pipelines.conftest import Sample
from tests.pipelines.running import files_of, make_release, recipe_values, versebench_here
from tests.s3_server import S3Server
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.roots.gc import age_in_seconds, collect
from versebench.pipelines.roots.gc_plan import plan
from versebench.pipelines.roots.inventory import CopyEntry, ReleaseEntry, RootInventory, RunEntry, State, read_root
from versebench.pipelines.roots.items import RootItem
from versebench.pipelines.roots.records import Record
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.storage import filesystem

RUN = "0123456789abcdef"
ATTEMPT = f"{'0' * 32}.tmp"
NOW = 1_000.0

AGES = st.integers(0, 100)
NAMES = ("one-1.0.0", "one-2.0.0", "two-1.0.0")


def item(kind: str, path: str, age: int) -> RootItem:
    return RootItem(kind, path, (), 1, NOW - age)  # type: ignore[arg-type]


@st.composite
def inventories(draw: st.DrawFn) -> RootInventory:
    """A root with any runs. Its records name some of these, and some that are gone."""
    runs = [f"{stage}/{number:016x}" for stage in ("clean", "score") for number in range(draw(st.integers(0, 4)))]
    named = st.frozensets(st.sampled_from([*runs, "clean/gone"]))
    records = {name: Record(draw(named), "2026-01-01T00:00:00Z") for name in NAMES if draw(st.booleans())}
    entries = []
    for path in runs:
        of = tuple(name for name, record in records.items() if path in record.runs)
        state = draw(st.sampled_from(get_args(State)))
        stage, run_id = path.split("/")
        entries.append(RunEntry(stage, run_id, item("run", path, draw(AGES)), state, 1, of))
    releases = [ReleaseEntry("one", "1.0.0", item("release", "releases/one/1.0.0", draw(AGES)), None, 1, None, None)]
    copies = [
        CopyEntry(item("copy", f"published/one/{number}", draw(AGES)), draw(st.sampled_from([None, "10.1/x"])))
        for number in range(draw(st.integers(0, 2)))
    ]
    attempts = [item("temporary", f"x.{number:032x}.tmp", draw(AGES)) for number in range(draw(st.integers(0, 2)))]
    return RootInventory("root", records, tuple(releases), tuple(entries), tuple(copies), tuple(attempts))


@given(inventories(), AGES, st.integers(0, 3), st.frozensets(st.sampled_from(NAMES)))
def test_what_a_record_names_stays_and_so_does_what_is_young(
    inventory: RootInventory, older_than: int, keep: int, named: frozenset[str]
) -> None:
    made = plan(inventory, NOW, older_than, keep, named)
    removed = {removal.item.path for removal in made.removals}
    for name, record in inventory.records.items():
        if name not in named:
            assert not record.runs & removed
    assert all(NOW - one.item.modified >= older_than for one in made.removals)
    assert not {one.item.path for one in inventory.releases} & removed
    assert not {one.item.path for one in inventory.copies if one.doi} & removed
    for stage in ("clean", "score"):
        others = [
            run
            for run in inventory.runs
            if run.stage == stage and run.state == "committed" and set(run.releases) <= named
        ]
        youngest = sorted(others, key=lambda run: (-run.item.modified, run.run_id))[:keep]
        assert not {run.item.path for run in youngest} & removed
        assert {
            run.item.path for run in others if run not in youngest and run.item.modified <= NOW - older_than
        } <= removed


@given(inventories(), AGES)
def test_everything_else_goes_with_a_reason(inventory: RootInventory, older_than: int) -> None:
    made = plan(inventory, NOW, older_than, 0, ())
    free = [run.item for run in inventory.runs if not run.releases]
    free += [copy.item for copy in inventory.copies if copy.doi is None] + list(inventory.temporary)
    assert {removal.item for removal in (*made.removals, *made.too_young)} == set(free)
    assert all(removal.why for removal in made.removals)


@pytest.mark.parametrize(("age", "seconds"), [("30d", 2_592_000), ("12h", 43_200), ("0d", 0)])
def test_ages(age: str, seconds: float) -> None:
    assert age_in_seconds(age) == seconds


@pytest.mark.parametrize("age", ["", "30", "d", "-1d", "1 d", "1w"])
def test_invalid_ages(age: str) -> None:
    with pytest.raises(RecipeError, match="Write days or hours, as in 30d or 12h"):
        age_in_seconds(age)


@pytest.fixture
def root(sample: Sample, tmp_path: Path) -> Path:
    """A root with a release, and with what others have left there."""
    root = tmp_path / "root"
    shutil.copytree(sample.root, root)
    shutil.copytree(sample.stage("clean"), root / "clean" / RUN)
    shutil.copytree(sample.stage("words"), root / "words" / RUN)
    (root / "words" / RUN / "manifest.json").unlink()
    (root / "ingest" / f"spill.{ATTEMPT}").mkdir()
    (root / "ingest" / f"spill.{ATTEMPT}" / "read-00000.arrow").write_bytes(b"half")
    (root / "published/small/1.0.0").mkdir(parents=True)
    (root / "published/small/1.0.0/README.md").write_text("draft")
    return root


LEFT = {f"clean/{RUN}", f"words/{RUN}", f"ingest/spill.{ATTEMPT}", "published/small/1.0.0"}


def test_nothing_is_deleted_without_confirmation(root: Path) -> None:
    before = files_of(root)
    for arguments in (["--older-than", "0d"], ["--older-than", "0d", "--json"], ["--yes"]):
        ran = versebench_here("gc", "--root", root, *arguments)
        assert ran.code == 0, ran.err
        assert files_of(root) == before
    assert (
        "nothing was deleted; to delete, run again with --yes"
        in versebench_here("gc", "--root", root, "--older-than", "0d").err
    )
    young = versebench_here("gc", "--root", root)
    assert "nothing to remove" in young.err
    assert "younger than --older-than: 4 more" in young.err


@pytest.mark.parametrize(("answer", "deleted"), [("n", False), ("", False), ("y", True)])
def test_on_a_terminal_it_asks(root: Path, monkeypatch: pytest.MonkeyPatch, answer: str, deleted: bool) -> None:
    terminal = io.StringIO(f"{answer}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    ran = versebench_here("gc", "--root", root, "--older-than", "0d")
    assert "Delete it? [y/N]" in ran.err
    assert ("deleted: 4," in ran.err) == deleted
    assert (root / "clean" / RUN).exists() != deleted


def test_what_is_left_after_it_is_whole_and_goes_on(root: Path, sample: Sample) -> None:
    before = files_of(sample.root)
    ran = versebench_here("gc", "--root", root, "--older-than", "0d", "--yes", "--json")
    said = json.loads(ran.out)
    assert {one["path"] for one in said["deleted"]} == {one["path"] for one in said["going"]} == LEFT
    assert files_of(root) == before
    assert list(verify(str(root / "releases/small/1.0.0"))) == []
    runner = Runner()
    again = make_release(root.parent, recipe_values(version="1.0.1"), runner)
    assert again.made
    assert runner.measured == []


def test_a_release_that_is_named_keeps_its_folder_alone(root: Path) -> None:
    release = files_of(root / "releases")
    ran = versebench_here("gc", "--root", root, "--older-than", "0d", "--yes", "--release", "small-1.0.0")
    assert ran.code == 0, ran.err
    assert not read_root(str(root)).runs
    assert files_of(root / "releases") == release
    wrong = versebench_here("gc", "--root", root, "--release", "small-9.0.0")
    assert wrong.code == 2
    assert "this root has no record of that release; it has records of: small-1.0.0" in wrong.message


def test_a_stage_that_ran_again_under_a_new_version_is_what_the_release_uses(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample.root, tmp_path / "root")
    monkeypatch.setattr("versebench.pipelines.stages.clean.VERSION", "clean.v0")
    monkeypatch.setattr("versebench.pipelines.validation.validate.VERSION", "validate.v0")
    assert not make_release(tmp_path, recipe_values()).made
    ran = versebench_here("gc", "--root", tmp_path / "root", "--older-than", "0d", "--json")
    old = {f"{stage}/{sample.stage(stage).name}" for stage in ("clean", "validate")}
    assert {item["path"] for item in json.loads(ran.out)["going"]} == old
    record = json.loads((tmp_path / "root/records/small-1.0.0.json").read_text())
    for stage in ("clean", "validate"):
        assert Path(record["stages"][stage]).name != sample.stage(stage).name


def test_an_attempt_of_a_living_process_stays(tmp_path: Path) -> None:
    with filesystem.temporary_folder(str(tmp_path / "root/ingest/spill")) as folder:
        Path(folder, "read").write_bytes(b"x")
        dead = tmp_path / "root/clean" / RUN / f"poems.parquet.{ATTEMPT}"
        dead.parent.mkdir(parents=True)
        dead.write_bytes(b"x")
        inventory = read_root(str(tmp_path / "root"))
        made = plan(inventory, time.time(), 0, 0, ())
        assert len(made.removals) == 2
        gone = collect(inventory.root, made)
        assert [one.path for one in gone] == [f"clean/{RUN}/{dead.name}"]
        assert os.path.exists(folder)


def test_on_an_object_store(s3: S3Server) -> None:
    root = f"{s3.bucket('house')}/root"
    record = {"stages": {"clean": f"elsewhere/clean/{RUN}"}, "finished": "2026-01-01T00:00:00Z"}
    files = {
        "records/small-1.0.0.json": json.dumps(record).encode(),
        f"clean/{RUN}/shard-00000-of-00001.json": b"kept",
        f"clean/{RUN[::-1]}/shard-00000-of-00001.json": b"half",
        f"ingest/spill.{ATTEMPT}/read": b"x",
        f"words/{RUN}/poems.parquet.{ATTEMPT}": b"x",
    }
    for name, content in files.items():
        filesystem.write_bytes(f"{root}/{name}", content)
    inventory = read_root(root)
    gone = collect(root, plan(inventory, time.time() + 60, 0, 0, ()))
    assert len(gone) == 3
    assert set(s3.files(root)) == {"records/small-1.0.0.json", f"clean/{RUN}/shard-00000-of-00001.json"}
