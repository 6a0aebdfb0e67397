"""Records of one work are found, and poems that share a line are not taken for one."""

import pytest

from tests.transforms.reuse.test_rules import FERRY, MARKET, NEW, changed
from versebench.transforms.reuse import same_works as module
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.same_works import same_works

READ_OTHERWISE = [changed(line, place) for place, line in enumerate(FERRY)]
DATABASE = [FERRY, MARKET, [*FERRY[2:], "三更"], [FERRY[0], *NEW, MARKET[0]], READ_OTHERWISE, []]


def works() -> list[int]:
    found: list[int] = same_works(LineIndex.of(lines_of(DATABASE))).tolist()
    return found


def test_records_of_one_work_have_the_name_of_the_first() -> None:
    assert works() == [0, 1, 0, 3, 0, 5]


def test_how_many_poems_are_compared_at_once_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_POEMS_AT_ONCE", 1)
    assert works() == [0, 1, 0, 3, 0, 5]


def test_an_empty_database_has_no_work() -> None:
    assert not len(same_works(LineIndex.of(lines_of([]))))
