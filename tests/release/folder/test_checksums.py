import hashlib
import subprocess
from pathlib import Path

import pytest

from versebench.release.folder import checksums


def test_sha256sum_reads_what_is_written(tmp_path: Path) -> None:
    contents = {"b.txt": b"two", "a.parquet": b"\0one", "README.md": b""}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    text = checksums.write({name: checksums.sha256(content) for name, content in contents.items()})
    (tmp_path / checksums.NAME).write_text(text)
    subprocess.run(["sha256sum", "--check", "--strict", checksums.NAME], cwd=tmp_path, check=True, capture_output=True)
    assert checksums.read(text) == {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    assert [line.split("  ")[1] for line in text.splitlines()] == ["README.md", "a.parquet", "b.txt"]


@pytest.mark.parametrize("line", ["x", "", f"{'0' * 64} name", f"{'0' * 63}  name"])
def test_a_line_that_is_no_checksum_is_shown(line: str) -> None:
    with pytest.raises(ValueError, match=r"^SHA256SUMS: '.*' is not a checksum with a file name$"):
        checksums.read(f"{'0' * 64}  good\n{line}\n")
