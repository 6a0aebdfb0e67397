import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.release.assembled import Work, assembled_run
from tests.storage.tables import committed, places
from versebench.release.folder import checksums
from versebench.release.folder.layout import MOST_TABLE_FILES, FilePlan
from versebench.release.folder.package import Contents, write_release
from versebench.release.folder.read import stream_release_table, table_shards
from versebench.release.folder.table_files import divide, write_table
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.limits import MOST_BYTES
from versebench.schemas.registry import TABLES
from versebench.schemas.splits import SPLIT_NAMES
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError, ShardFile, to_parquet
from versebench.storage.content_hash import combine, content_hash
from versebench.storage.manifest import Manifest, TableEntry, assemble, read_manifest, read_table

WORKS = [Work(number, SPLIT_NAMES[number % 3], number % 4) for number in range(40)]


def contents_of(folder: Path) -> Contents:
    run, sidecars = committed(folder)
    return Contents(run.directory, assemble(run, {}, sidecars), {}, {"recipe": {"name": "x"}}, {"in": 6}, pages)


def assembled_contents(folder: Path, works: Sequence[Work], shards: int, *, with_splits: bool = True) -> Contents:
    directory, manifest = assembled_run(folder, works, shards, with_splits=with_splits)
    results = {"results": TABLES["results"].empty()}
    return Contents(directory, manifest, results, {}, {}, lambda _: {"README.md": "# Made up\n"})


def pages(files: Sequence[ShardFile]) -> dict[str, str | bytes]:
    return {"README.md": f"# {len(files)} files\n", "LICENSE": "é\n", "docs.zip": b"PK\xff"}


def fails(files: Sequence[ShardFile]) -> dict[str, str | bytes]:
    raise ZeroDivisionError


def test_a_release_holds_all_and_lists_all(tmp_path: Path) -> None:
    folder = tmp_path / "releases/x/1.0.0"
    manifest = write_release(str(folder), contents_of(tmp_path))
    assert read_manifest(str(folder)) == manifest
    assert read_table(str(folder), manifest, "provenance", 1).equals(places(1))
    sums = checksums.read((folder / checksums.NAME).read_text())
    assert sums.keys() | {checksums.NAME} == set(os.listdir(folder))
    assert all(checksums.sha256((folder / name).read_bytes()) == digest for name, digest in sums.items())
    assert [page.name for page in manifest.documents] == ["LICENSE", "README.md", "docs.zip"]
    assert (folder / "docs.zip").read_bytes() == b"PK\xff"
    assert os.listdir(folder.parent) == ["1.0.0"]


works_of_any_kind = st.lists(
    st.builds(Work, st.integers(0, 10**6), st.sampled_from(SPLIT_NAMES), st.integers(0, 3)),
    unique_by=lambda work: work.number,
    max_size=30,
)


@settings(max_examples=25)
@given(works_of_any_kind, st.integers(1, 7), st.integers(1, 60), st.booleans())
def test_what_is_read_of_a_shard_is_what_was_assembled(
    works: list[Work], shards: int, most: int, with_splits: bool
) -> None:
    with TemporaryDirectory() as folder:
        contents = assembled_contents(Path(folder), works, shards, with_splits=with_splits)
        assembled = contents.assembled
        manifest = write_release(f"{folder}/releases/x/1.0.0", contents, most)
        release = f"{folder}/releases/x/1.0.0"
        assert manifest.shards == shards
        for name, entry in assembled.tables.items():
            rows = [read_table(contents.assembled_folder, assembled, name, shard) for shard in range(shards)]
            assert table_shards(manifest, name) == shards
            assert list(stream_release_table(release, manifest, name)) == rows
            some = ["edit"] if name == "outcomes" else rows[0].column_names[-1:]
            assert list(stream_release_table(release, manifest, name, some)) == [one.select(some) for one in rows]
            assert manifest.tables[name].content_hash == entry.content_hash
            assert manifest.tables[name].rows == entry.rows
        files = manifest.files
        splits = {work.split for work in works} if with_splits else set()
        least = 4 * len(splits) + 1 if splits else len(assembled.tables)
        assert len(files) <= max(most, least + 1)
        for file in files:
            assert_as_listed(Path(release) / file.name, file)


def assert_as_listed(path: Path, file: ShardFile) -> None:
    """A file is what the manifest says of it, down to its row groups."""
    content = path.read_bytes()
    assert (len(content), checksums.sha256(content)) == (file.size, file.sha256)
    parquet = pq.ParquetFile(path, page_checksum_verification=True)
    groups = [parquet.read_row_group(group) for group in range(parquet.num_row_groups)]
    assert (len(groups), sum(map(len, groups))) == (file.shards, file.rows)
    hashes = [content_hash(group) for group in groups]
    assert file.content_hash == (hashes[0] if len(hashes) == 1 else combine(hashes))
    schema = TABLES[file.table].schema
    assert parquet.schema_arrow.equals(schema)
    assert [field.metadata for field in parquet.schema_arrow] == [field.metadata for field in schema]


def test_the_rows_of_a_file_are_of_its_split(tmp_path: Path) -> None:
    manifest = write_release(f"{tmp_path}/1.0.0", assembled_contents(tmp_path, WORKS, 5), 30)
    split_of = {work.work_id: work.split for work in WORKS}
    for name in ("poems", "splits", "outcomes", "decisions"):
        files = manifest.tables[name].files
        assert [file.split for file in files] == [split for split in SPLIT_NAMES for _ in range(2)]
        for file in files:
            works = pq.read_table(tmp_path / "1.0.0" / file.name)["work_id"].to_pylist()
            assert works
            assert {split_of[work] for work in works} == {file.split}
            assert works == sorted(works) or name == "decisions"
    assert [(file.split, file.shards) for file in manifest.tables["rejects"].files] == [(None, 2), (None, 3)]
    assert [file.name for file in manifest.tables["results"].files] == ["results-00000-of-00001.parquet"]


def test_without_merging_files_are_the_assembled_ones(tmp_path: Path) -> None:
    contents = assembled_contents(tmp_path, WORKS, 3, with_splits=False)
    manifest = write_release(f"{tmp_path}/1.0.0", contents)
    for name, entry in contents.assembled.tables.items():
        assert manifest.tables[name].files == entry.files
    assert '"split"' not in manifest.to_json()


def test_the_same_bytes_whatever_the_rows_lie_in(tmp_path: Path) -> None:
    rows = places(0, 3000)
    pieces = pa.concat_tables([rows.slice(start, 700) for start in range(0, 3000, 700)])
    plan = FilePlan("provenance", None, 0, 1, range(2))
    written = []
    for number, table in enumerate((rows, pieces)):
        (tmp_path / str(number)).mkdir()
        written.append(write_table(str(tmp_path / str(number)), [plan], {0: table, 1: table}.__getitem__, places))
    assert written[0] == written[1]
    (file,), content = written[0]
    assert (file.rows, file.shards) == (6000, 2)
    assert content == file.content_hash == combine([content_hash(rows)] * 2)


def test_one_shard_is_written_as_a_stage_writes_it(tmp_path: Path) -> None:
    (file,), _ = write_table(str(tmp_path), [FilePlan("provenance", None, 0, 1, range(1))], places, places)
    assert (tmp_path / file.name).read_bytes() == to_parquet(places(0))


def test_a_row_of_a_work_in_no_split_is_not_lost() -> None:
    works = TABLES["splits"].build({"work_id": ["a", "b"], "split": ["train", "test"], "cluster": ["a", "b"]})
    rows = pa.table({"work_id": ["a", "c", "b", "b"]})
    with pytest.raises(ValueError, match="1 of 4 rows belong to a work in no split"):
        divide(rows, works, ["train", "test"])
    parts = divide(rows.filter(pa.array([True, False, True, True])), works, ["train", "test"])
    assert {split: part["work_id"].to_pylist() for split, part in parts.items()} == {"train": ["a"], "test": ["b", "b"]}


def test_its_id_follows_from_what_it_is_made_of_and_not_from_the_pages(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    assert replace(contents, render=fails).release_id == contents.release_id
    assert replace(contents, counts={"in": 7}).release_id != contents.release_id
    assert replace(contents, made_of={}).release_id != contents.release_id


def test_a_page_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    with pytest.raises(ZeroDivisionError):
        write_release(f"{tmp_path}/releases/x/1.0.0", replace(contents, render=fails))
    assert os.listdir(tmp_path / "releases/x") == []


def test_a_damaged_shard_is_not_copied(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    path = Path(contents.assembled_folder) / contents.assembled.tables["provenance"].files[1].name
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DamagedShardError, match=f"{path} has changed since it was committed"):
        write_release(f"{tmp_path}/releases/x/1.0.0", contents)
    assert os.listdir(tmp_path / "releases/x") == []


def test_what_a_killed_attempt_left_is_swept(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    left = tmp_path / "releases/x" / f"1.0.0.{'a' * 32}.tmp"
    left.mkdir(parents=True)
    (left / "part").touch()
    write_release(f"{tmp_path}/releases/x/1.0.0", contents)
    assert os.listdir(tmp_path / "releases/x") == ["1.0.0"]


def test_a_disk_that_loses_what_it_accepts_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = contents_of(tmp_path)
    glob = filesystem.glob
    monkeypatch.setattr(filesystem, "glob", lambda path: [(name, size - 1) for name, size in glob(path)])
    with pytest.raises(OSError, match="bytes were written; run again, or choose another --root"):
        write_release(f"{tmp_path}/releases/x/1.0.0", contents)
    assert os.listdir(tmp_path / "releases/x") == []


def with_declared_size(manifest: Manifest, size: int) -> Manifest:
    """A manifest whose first file of provenance says another size."""
    entry: TableEntry = manifest.tables["provenance"]
    files = (replace(entry.files[0], size=size), *entry.files[1:])
    return replace(manifest, tables={"provenance": replace(entry, files=files)})


def test_more_than_fifty_gigabytes_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    contents = contents_of(tmp_path)
    large = replace(contents, assembled=with_declared_size(contents.assembled, MOST_BYTES), render=fails)
    with pytest.raises(ZenodoError, match=r"50\.0 GB, but Zenodo accepts only 50 GB per record: split its sources"):
        write_release(f"{tmp_path}/releases/x/1.0.0", large)
    assert not (tmp_path / "releases").exists()


def test_a_hundred_and_one_files_are_refused(tmp_path: Path) -> None:
    # Two files of provenance, manifest.json, SHA256SUMS, and what a publication adds: CITATION.cff and .zenodo.json.
    documents: dict[str, str | bytes] = {f"{name}.txt": "" for name in range(94)}
    contents = replace(contents_of(tmp_path), render=lambda _: documents)
    write_release(f"{tmp_path}/fits", contents)
    assert len(os.listdir(tmp_path / "fits")) == 98
    documents["one too many"] = ""
    with pytest.raises(ZenodoError, match="101 files, but Zenodo accepts only 100 per record"):
        write_release(f"{tmp_path}/refused", contents)
    assert not (tmp_path / "refused").exists()


def test_the_budget_of_a_release_is_that_of_its_tables(tmp_path: Path) -> None:
    manifest = write_release(f"{tmp_path}/1.0.0", assembled_contents(tmp_path, WORKS, 7))
    files = manifest.files
    assert MOST_TABLE_FILES - 13 < len(files) <= MOST_TABLE_FILES
