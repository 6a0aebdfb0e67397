"""What commits shards, runs and releases: sidecars, manifests, SHA256SUMS, and the failures that workers hand on."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from tests.fuzz.byte_mutations import fuzzed
from tests.fuzz.parser import Parser, check_message, check_utf8
from tests.fuzz.value_mutations import fuzzed_json
from tests.storage.tables import committed, places
from versebench.pipelines.roots.verify import verify
from versebench.release.folder import checksums
from versebench.storage.commit import DamagedShardError, Sidecar, is_committed, read_sidecar, to_parquet
from versebench.storage.manifest import NAME, Document, Manifest, assemble, read_manifest, read_table, table_entry
from versebench.transforms.mapping.failure import StageFailureError, find_failure

_JSON = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"-1",
    b"1e400",
    b'{"a":',
    b'"rows":-1,',
    b'"shards":1000000000000,',
)


@cache
def _run() -> tuple[Manifest, Sidecar, tuple[bytes, ...]]:
    """A run of two shards: its manifest, its first sidecar, and the bytes of its shards."""
    with TemporaryDirectory() as folder:
        run, sidecars = committed(Path(folder))
        shards = tuple(Path(run.path(file.name)).read_bytes() for sidecar in sidecars for file in sidecar.files)
        manifest = assemble(run, {"version": "ingest.v1", "inputs": {"é": [1, None]}}, sidecars)
    return manifest, sidecars[0], shards


_SUMS = checksums.write({"README.md": "a" * 64, "poems-00000-of-00001.parquet": "0" * 64})


def _released() -> Manifest:
    """The manifest of a release with a page and checksums."""
    page = Document("README.md", 3, checksums.sha256(b"Hi\n"))
    return replace(_run()[0], stage="release", documents=(page,))


def _write_run(folder: Path, manifest: bytes, sums: bytes | None = None) -> None:
    for file, content in zip(_run()[0].tables["provenance"].files, _run()[2], strict=True):
        (folder / file.name).write_bytes(content)
    (folder / "README.md").write_text("Hi\n")
    (folder / NAME).write_bytes(manifest)
    if sums is not None:
        (folder / checksums.NAME).write_bytes(sums)


def _check_verified(folder: Path) -> list[str]:
    """What ``versebench verify`` finds; every problem is one line."""
    try:
        problems = list(verify(str(folder)))
    except DamagedShardError as error:
        check_message(str(error), folder / NAME)
        return [str(error)]
    check_utf8(*problems)
    assert all(problem.strip() for problem in problems)
    return problems


def _parse_manifest(content: bytes, folder: Path) -> None:
    _write_run(folder, content, _SUMS.encode())
    try:
        manifest = read_manifest(str(folder))
    except DamagedShardError as error:
        check_message(str(error), folder / NAME)
        return
    assert manifest is not None
    check_utf8(manifest.to_json())
    _check_verified(folder)


def _parse_sidecar(content: bytes, folder: Path) -> None:
    run, sidecars = committed(folder)
    Path(run.path(run.sidecar_name(0))).write_bytes(content)
    sidecar = read_sidecar(run, 0)
    if sidecar is None:
        assert not is_committed(run, 0)
        return
    check_utf8(sidecar.to_json())
    assert Sidecar.from_json(sidecar.to_json()) == sidecar
    is_committed(run, 0)
    try:
        assemble(run, {}, [sidecar, sidecars[1]])
    except (ValueError, KeyError) as error:
        check_message(str(error))


def _parse_sums(content: bytes, folder: Path) -> None:
    _write_run(folder, _released().to_json().encode(), content)
    check_message("\n".join(_check_verified(folder)), checksums.NAME if content != _SUMS.encode() else "")


def _parse_shard(content: bytes, folder: Path) -> None:
    """Bytes in place of a shard: as they are, and with manifest and hashes made to fit where they can be."""
    original, _, shards = _run()
    files = original.tables["provenance"].files
    for fitted in (False, True):
        file = files[0]
        if fitted:
            file = replace(file, size=len(content), sha256=checksums.sha256(content))
        tables = {"provenance": table_entry("provenance", (file, files[1]))}
        _write_run(folder, replace(original, tables=tables).to_json().encode())
        (folder / file.name).write_bytes(content)
        problems = _check_verified(folder)
        named = any(problem.startswith(file.name) for problem in problems)
        assert fitted or content == shards[0] or named, problems
        manifest = read_manifest(str(folder))
        assert manifest is not None
        _check_read(str(folder), manifest, content == shards[0])


def _check_read(folder: str, manifest: Manifest, intact: bool) -> None:
    file = manifest.tables["provenance"].files[0]
    try:
        read_table(folder, manifest, "provenance", 0)
    except DamagedShardError as error:
        check_message(str(error), file.name, "run again")
        assert not intact


def _parse_failure(content: bytes, folder: Path) -> None:
    found = find_failure(content.decode("utf-8", "surrogateescape"))
    assert found is None or str(found)


def _other_tables() -> list[bytes]:
    """Shards of other schemas and of no rows."""
    table = places(0, 40)
    nested = pa.table({"row_id": [[1], None], "file": [{"a": 1}, None], "row": pa.array([1, 2], pa.decimal128(5, 2))})
    return [to_parquet(one) for one in (table, table.slice(0, 0), table.drop_columns(["file"]), nested)]


_FAILURE = str(StageFailureError("clean", "shard 3", "the disk <is> full", recoverable=True))
_MANIFESTS: list[Any] = [json.loads(one.to_json()) for one in (_run()[0], _released())]
_SIDECARS: list[Any] = [json.loads(_run()[1].to_json())]
_SHARDS = [_run()[2][0], *_other_tables()]

PARSERS = (
    Parser(
        "manifest",
        fuzzed([json.dumps(one).encode() for one in _MANIFESTS], _JSON, fuzzed_json(_MANIFESTS)),
        _parse_manifest,
        examples=60,
    ),
    Parser("sidecar", fuzzed([_run()[1].to_json().encode()], _JSON, fuzzed_json(_SIDECARS)), _parse_sidecar),
    Parser(
        "checksums",
        fuzzed([_SUMS.encode()], (b"  ", b"\n", b"a" * 64, b"0" * 64 + b"  README.md\n", b" *")),
        _parse_sums,
        examples=40,
    ),
    Parser("shard", fuzzed(_SHARDS, (b"PAR1", b"\x15\x00", b"\x19")), _parse_shard, examples=60),
    Parser(
        "failure",
        fuzzed(
            [f"Traceback: {_FAILURE}\n in bundle".encode()],
            (b"versebench-failure<", b"{}>", b"}>", b'"stage": 1', b'{"a":'),
            fuzzed_json([json.loads(_FAILURE[len("versebench-failure<") : -1])]).map(
                lambda text: b"x versebench-failure<" + text + b"> y"
            ),
        ),
        _parse_failure,
    ),
)
