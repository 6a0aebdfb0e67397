import os
import time
from pathlib import Path

from tests.s3_server import S3Server
from versebench.storage import filesystem
from versebench.storage.tree import list_tree


def test_every_file_with_its_size_and_its_age(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/one").write_bytes(b"123")
    (tmp_path / "two").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    os.utime(tmp_path / "a/b/one", (1_000, 1_000))
    files = {file.path: (file.size, file.modified) for file in list_tree(f"{tmp_path}/")}
    assert files.keys() == {"a/b/one", "two", "empty/"}
    assert files["a/b/one"] == (3, 1_000)
    assert not list(list_tree(str(tmp_path / "none")))


def test_objects_below_a_prefix(s3: S3Server) -> None:
    root = f"{s3.bucket('tree')}/root"
    for name in ("a/b/one", "two"):
        filesystem.write_bytes(f"{root}/{name}", b"123")
    filesystem.write_bytes(f"{root}-beside/three", b"")
    files = {file.path: file for file in list_tree(root)}
    assert {path: file.size for path, file in files.items()} == {"a/b/one": 3, "two": 3}
    assert all(abs(time.time() - file.modified) < 600 for file in files.values())
