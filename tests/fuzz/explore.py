"""Trying inputs on a parser until one is a finding, which hypothesis then makes small."""

import shutil
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.limits import limited
from tests.fuzz.parser import Parser


def check(parser: Parser, content: bytes, folder: Path) -> None:
    """One input within the limits; whatever is raised is a finding. The folder is emptied before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with limited():
        parser.parse(content, folder)


def explore(
    parser: Parser, folder: Path, examples: int, number: int, before: Callable[[bytes], None] = lambda content: None
) -> None:
    """Inputs of one seed, which are the same in every run; ``before`` is shown each. Raises what the smallest finding
    raises, after showing that last.
    """

    @seed(number)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
    )
    @given(parser.inputs)
    def attempt(content: bytes) -> None:
        before(content)
        check(parser, content, folder)

    attempt()
