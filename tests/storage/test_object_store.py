"""Objects on a real server: complete writes, few requests, and readable errors."""

import os
from pathlib import Path

import pyarrow as pa
import pytest

from tests.s3_server import S3Server
from versebench.storage import filesystem, object_store
from versebench.storage.object_store import ObjectStoreError
from versebench.storage.s3 import _client_of


@pytest.fixture(scope="module")
def bucket(s3: S3Server) -> str:
    return s3.bucket("objects")


@pytest.fixture
def asked(s3: S3Server, bucket: str) -> list[tuple[str, str]]:
    """The requests from now on."""
    s3.asked.clear()
    return s3.asked


def test_an_object_is_written_and_read_in_one_request_each(bucket: str, asked: list[tuple[str, str]]) -> None:
    filesystem.write_bytes(f"{bucket}/one/x", b"content")
    assert filesystem.read_bytes(f"{bucket}/one/x") == b"content"
    assert asked == [("PUT", "/objects/one/x"), ("GET", "/objects/one/x")]


def test_an_empty_object(bucket: str) -> None:
    filesystem.write_bytes(f"{bucket}/empty", b"")
    assert (filesystem.read_bytes(f"{bucket}/empty"), filesystem.exists(f"{bucket}/empty")) == (b"", True)


def test_missing_objects(bucket: str) -> None:
    for read in (filesystem.read_bytes, filesystem.open_reader):
        with pytest.raises(FileNotFoundError):
            read(f"{bucket}/none")
    assert not filesystem.list_names(f"{bucket}/none")
    assert not filesystem.glob(f"{bucket}/none*")
    assert not filesystem.exists(f"{bucket}/none")
    assert not filesystem.is_folder(f"{bucket}/none")
    filesystem.delete([f"{bucket}/none"])
    filesystem.delete_folder(f"{bucket}/none")
    filesystem.sweep(f"{bucket}/none")


def test_names_and_patterns(bucket: str, asked: list[tuple[str, str]]) -> None:
    for name in ("b.json", "a.json", "c.txt", "deeper/d.json"):
        filesystem.write_bytes(f"{bucket}/names/{name}", name.encode())
    asked.clear()
    assert filesystem.list_names(f"{bucket}/names") == ["a.json", "b.json", "c.txt"]
    assert filesystem.glob(f"{bucket}/names/*.json") == [(f"{bucket}/names/a.json", 6), (f"{bucket}/names/b.json", 6)]
    assert filesystem.glob(f"{bucket}/names/**.json")[2] == (f"{bucket}/names/deeper/d.json", 13)
    assert filesystem.glob(f"{bucket}/names/a.json") == [(f"{bucket}/names/a.json", 6)]
    assert [method for method, _ in asked] == ["GET"] * 4
    filesystem.delete([f"{bucket}/names/a.json", f"{bucket}/names/none"])
    filesystem.delete_folder(f"{bucket}/names/deeper")
    assert filesystem.glob(f"{bucket}/names/**") == [(f"{bucket}/names/b.json", 6), (f"{bucket}/names/c.txt", 5)]


def test_a_folder_is_deleted_in_parts(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("versebench.storage.s3._DELETED_AT_ONCE", 2)
    for name in "abcde":
        filesystem.write_bytes(f"{bucket}/many/{name}", b"")
    filesystem.delete_folder(f"{bucket}/many")
    assert filesystem.list_names(f"{bucket}/many") == []


def test_a_stream_seeks_and_reads_what_another_wrote(bucket: str) -> None:
    table = pa.table({"number": range(1_000_000)})  # larger than a part of an upload, and than a buffer
    with filesystem.open_writer(f"{bucket}/stream") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=100_000):
            writer.write_batch(batch)
    with filesystem.open_reader(f"{bucket}/stream") as source, pa.ipc.open_file(source) as reader:
        assert reader.get_batch(7).column("number")[5].as_py() == 700_005
        assert reader.read_all() == table


def test_transient_failures_are_retried(s3: S3Server, bucket: str) -> None:
    s3.failing.update(PUT=4, GET=4)
    filesystem.write_bytes(f"{bucket}/patient", b"x")
    assert filesystem.read_bytes(f"{bucket}/patient") == b"x"
    assert s3.failing == {"PUT": 0, "GET": 0}


def test_a_store_that_keeps_failing(s3: S3Server, bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_store, "_LONGEST_WAIT", 0.1)
    s3.failing["GET"] = 1_000
    try:
        with pytest.raises(ObjectStoreError, match=r"the store reports a fault .*503.*; run again later"):
            filesystem.read_bytes(f"{bucket}/never")
    finally:
        s3.failing.clear()


def test_refused_credentials(s3: S3Server, bucket: str) -> None:
    s3.refusing = True
    try:
        for attempt in (
            lambda: filesystem.read_bytes(f"{bucket}/x"),
            lambda: filesystem.write_bytes(f"{bucket}/x", b"x"),
            lambda: filesystem.list_names(f"{bucket}/x"),
            lambda: filesystem.open_writer(f"{bucket}/x"),
        ):
            with pytest.raises(ObjectStoreError, match=r"s3://objects/x: access is denied .*check the credentials"):
                attempt()
    finally:
        s3.refusing = False


def test_no_credentials(s3: S3Server, bucket: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    _client_of.cache_clear()
    try:
        with pytest.raises(ObjectStoreError, match=r"there are no credentials .*; set AWS_ACCESS_KEY_ID"):
            filesystem.read_bytes(f"{bucket}/x")
    finally:
        _client_of.cache_clear()


def test_an_unreachable_server(s3: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    _client_of.cache_clear()
    try:
        with pytest.raises(ObjectStoreError, match=r"cannot be reached .*check the network and AWS_ENDPOINT_URL"):
            filesystem.read_bytes("s3://objects/x")
    finally:
        _client_of.cache_clear()


def test_a_missing_bucket(s3: S3Server) -> None:
    for attempt in (
        lambda: filesystem.read_bytes("s3://no-such/x"),
        lambda: filesystem.write_bytes("s3://no-such/x", b""),
        lambda: filesystem.glob("s3://no-such/*"),
        lambda: filesystem.open_writer("s3://no-such/x"),
    ):
        with pytest.raises(ObjectStoreError, match=r"s3://no-such/\S+ the bucket does not exist; create it"):
            attempt()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("ftp://host/x", "ftp:// is not supported; give a local path, gs:// or s3://"),
        ("s3://bucket", "a path on S3 needs a bucket and a name"),
    ],
)
def test_an_invalid_path(path: str, message: str) -> None:
    with pytest.raises(ObjectStoreError, match=message):
        filesystem.read_bytes(path)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_store, "_is_installed", lambda package: False)
    with pytest.raises(ObjectStoreError, match=r's3:// needs boto3; install "versebench\[aws\]"'):
        filesystem.read_bytes("s3://bucket/x")


def test_missing_google_credentials_fail_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    object_store._google_credentials_problem.cache_clear()
    try:
        with pytest.raises(ObjectStoreError, match=r"there are no credentials .*gcloud auth application-default login"):
            filesystem.read_bytes("gs://bucket/x")
    finally:
        object_store._google_credentials_problem.cache_clear()


def test_a_secret_is_in_no_message(s3: S3Server, bucket: str) -> None:
    s3.refusing = True
    try:
        with pytest.raises(ObjectStoreError) as raised:
            filesystem.read_bytes(f"{bucket}/x")
    finally:
        s3.refusing = False
    assert os.environ["AWS_SECRET_ACCESS_KEY"] not in f"{raised.value!r} {raised.value.__cause__!r}"
