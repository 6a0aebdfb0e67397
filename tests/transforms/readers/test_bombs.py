"""A small file that expands to much is refused before it takes much time, memory or disk."""

import gzip
import io
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import READERS, read_source

MEGABYTE = 1 << 20
SECONDS = 30.0


def gzipped(unit: bytes, megabytes: int) -> bytes:
    """A unit many times, gzipped."""
    content = io.BytesIO()
    with gzip.open(content, "wb", compresslevel=9) as file:
        for _ in range(megabytes):
            file.write(unit * (MEGABYTE // len(unit)))
    return content.getvalue()


def rows(data: bytes, format_name: str) -> list[Row | BadRow]:
    """The rows of a source."""
    return list(read_source(io.BytesIO(data), format_name, MEGABYTE))


@pytest.mark.parametrize("format_name", list(READERS))
@pytest.mark.parametrize("unit", [b"\n", b"\0", b"[" * 8, b'{"a":1}\n', b"PAR1"])
def test_a_gzip_bomb_is_refused_soon(format_name: str, unit: bytes) -> None:
    data, start = gzipped(unit, 200), time.monotonic()
    assert len(data) < MEGABYTE
    with pytest.raises(SourceFormatError, match=r"expand to more than \d+ times|is not a|must be|array"):
        rows(data, format_name)
    assert time.monotonic() - start < SECONDS


def test_a_gzipped_file_that_is_not_parquet_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    class Counting(io.BytesIO):
        def write(self, content: bytes) -> int:  # type: ignore[override]
            written.append(len(content))
            return super().write(content)

    monkeypatch.setattr(tempfile, "TemporaryFile", Counting)
    with pytest.raises(SourceFormatError, match=r"is not a file of its format \('PAR1'"):
        rows(gzipped(b"\0", 50), "parquet")
    assert not written
    with pytest.raises(SourceFormatError, match="expand to more than 20 times as many"):
        rows(gzipped(b"PAR1", 50), "parquet")
    assert sum(written) < 9 * MEGABYTE


def test_text_that_repeats_as_verse_does_is_read() -> None:
    lines = b"".join(b'{"text": "the same refrain of poem %d\\nand again"}\n' % number for number in range(300_000))
    assert len(rows(gzip.compress(lines), "jsonl")) == 300_000


def parquet(column: pa.Array, **options: object) -> bytes:
    """A column as Parquet."""
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"text": column}), sink, compression="zstd", **options)
    return bytes(sink.getvalue().to_pybytes())


def test_a_parquet_file_of_many_equal_rows_is_refused_at_once() -> None:
    data, start = parquet(pa.nulls(1 << 24, pa.string())), time.monotonic()
    assert len(data) < MEGABYTE
    with pytest.raises(SourceFormatError, match=r"states 16777216 rows, which so few bytes cannot hold"):
        rows(data, "parquet")
    assert time.monotonic() - start < SECONDS


def test_a_parquet_file_whose_values_expand_is_refused_soon() -> None:
    value = "x" * (MEGABYTE // 2)
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 4_000, pa.int32()), pa.array([value]))
    data, start = parquet(column), time.monotonic()
    assert len(data) < MEGABYTE
    with pytest.raises(SourceFormatError, match=r"its values take more than 200 times as many"):
        for _ in read_source(io.BytesIO(data), "parquet", MEGABYTE):
            pass
    assert time.monotonic() - start < SECONDS


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit")
def test_a_bomb_takes_little_disk(tmp_path: Path) -> None:
    (tmp_path / "bomb.gz").write_bytes(b"".join([gzip.compress(b"PAR1"), gzipped(b"\0", 100)]))
    program = (
        "import sys; from versebench.transforms.readers.registry import read_source\n"
        "list(read_source(open(sys.argv[1], 'rb'), 'parquet', 1 << 20))"
    )
    command = ["prlimit", f"--fsize={20 * MEGABYTE}", sys.executable, "-c", program, str(tmp_path / "bomb.gz")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ})
    assert "SourceFormatError: is a gzip file whose first" in ran.stderr, ran.stderr[-2000:]
