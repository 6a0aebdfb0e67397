from pathlib import Path

from versebench.release.folder.lock import lock


def test_the_package_carries_the_projects_lock() -> None:
    """In the tree it is a link, which a build follows."""
    text = (Path(__file__).parents[3] / "requirements.lock").read_text()
    assert lock() == text
    assert "pyarrow==" in text
