"""Graphs that are built in a notebook as they are in a script."""

from collections.abc import Iterator
from contextlib import contextmanager

from apache_beam import pipeline
from apache_beam.utils import interactive_utils


@contextmanager
def outside_ipython() -> Iterator[None]:
    """Let Beam believe that no notebook runs this process.

    In a notebook Beam puts the number of the cell into labels, and leaves folders behind. The code for that loads the
    data frames of Beam, which cannot be loaded with pandas 3.
    """
    users = (interactive_utils, pipeline)
    asked = [user.is_in_ipython for user in users]
    for user in users:
        user.is_in_ipython = _never
    try:
        yield
    finally:
        for user, function in zip(users, asked, strict=True):
            user.is_in_ipython = function


def _never() -> bool:
    return False
