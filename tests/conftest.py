"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("versebench", deadline=None)  # no test asserts on time: first examples load dictionaries
settings.load_profile("versebench")

REAL_DATA = Path(__file__).parents[2] / "shared" / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the corpora where they are not, and say what is missing."""
    if REAL_DATA.is_dir():
        return
    missing = pytest.mark.skip(reason=f"needs the corpora, and there is no folder {REAL_DATA}")
    for item in items:
        if item.get_closest_marker("real_data"):
            item.add_marker(missing)
