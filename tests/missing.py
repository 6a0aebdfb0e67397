"""What a test needs and this machine lacks."""

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip the test, or fail it if this is CI, which installs all that tests need."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
