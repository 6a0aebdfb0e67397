"""One undisturbed release for all faults of a worker."""

import pytest

from tests.faults.trial import Undisturbed


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """A small release to compare with."""
    return Undisturbed.made(tmp_path_factory.mktemp("undisturbed"))
