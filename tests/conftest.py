"""What all tests share."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.s3_server import S3Server

os.environ.pop("COLUMNS", None)  # set by workers of xdist: tables would have another width there than elsewhere

settings.register_profile("versebench", deadline=None)  # no test asserts on time: first examples load dictionaries
settings.load_profile("versebench")

REAL_DATA = Path(os.environ.get("VERSEBENCH_REAL_DATA") or Path(__file__).parents[2] / "shared" / "data")
"""The corpora of tests marked ``real_data``: by default beside the repository, in ``shared/data``."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the corpora where they are not, and say what is missing."""
    if REAL_DATA.is_dir():
        return
    reason = f"needs the corpora, and there is no folder {REAL_DATA}; name it by VERSEBENCH_REAL_DATA"
    missing = pytest.mark.skip(reason=reason)
    for item in items:
        if item.get_closest_marker("real_data"):
            item.add_marker(missing)


@pytest.fixture(scope="session")
def s3() -> Iterator["S3Server"]:
    """A server that speaks S3; one for all tests of a process, as clients are kept there."""
    from tests.s3_server import serving

    with serving() as server:
        yield server
