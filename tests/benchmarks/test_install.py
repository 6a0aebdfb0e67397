from pathlib import Path

from benchmarks.install import largest, size_of


def test_the_largest_packages_come_first_and_links_do_not_count(tmp_path: Path) -> None:
    for name, size in (("small", 10), ("large", 30), ("middle", 20)):
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "file").write_bytes(b"x" * size)
    (tmp_path / "small" / "link").symlink_to(tmp_path / "large" / "inner" / "file")
    (tmp_path / "file").write_bytes(b"x")
    assert largest(tmp_path, 2) == [("large", 30), ("middle", 20)]
    assert size_of(tmp_path) == 61
