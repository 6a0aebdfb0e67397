"""A fixed number of inputs for every parser, the same in each run; ``python -m tests.fuzz`` tries more."""

from pathlib import Path

import pytest

from tests.fuzz.corpus_files import findings
from tests.fuzz.explore import check, explore
from tests.fuzz.registry import PARSERS


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_answers_or_refuses_as_documented(name: str, tmp_path: Path) -> None:
    explore(PARSERS[name], tmp_path / "scratch", PARSERS[name].examples, 0)


@pytest.mark.parametrize(("name", "path"), findings(), ids=lambda value: getattr(value, "name", value))
def test_a_finding_stays_fixed(name: str, path: Path, tmp_path: Path) -> None:
    check(PARSERS[name], path.read_bytes(), tmp_path / "scratch")
