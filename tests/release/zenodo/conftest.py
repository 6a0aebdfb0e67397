from collections.abc import Iterator

import pytest

from tests.release.zenodo.fake_zenodo import FakeZenodo, running


@pytest.fixture
def fake() -> Iterator[FakeZenodo]:
    """A site of this test alone."""
    with running() as site:
        yield site
