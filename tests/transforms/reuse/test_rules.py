"""What counts as reused by the rule of ProFTAP and by the near rule, kind by kind."""

import pytest

from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.rules import Match, Verdict, verdicts

FERRY = ["渡口灯初上", "江风夜正长", "归人语声远", "一水隔秋霜"]
MARKET = ["市散人声寂", "长街月色新", "卖花翁未去", "犹待晚归人"]
NEW = ["铁桥横晓雾", "汽笛过青山"]
INDEX = LineIndex.of(lines_of([FERRY, MARKET, ["小雨", "长街月色新"]]))


def changed(line: str, *places: int) -> str:
    return "".join("某" if place in places else char for place, char in enumerate(line))


@pytest.mark.parametrize(
    ("poem", "exact", "near"),
    [
        pytest.param(FERRY, True, True, id="copy"),
        pytest.param([NEW[0], FERRY[1], FERRY[2], NEW[1]], True, True, id="two consecutive lines"),
        pytest.param([FERRY[1], FERRY[0]], True, False, id="two lines in another order"),
        pytest.param([FERRY[0], MARKET[1]], True, False, id="two lines of two poems"),
        pytest.param([FERRY[0], NEW[0], FERRY[1]], False, False, id="two lines apart"),
        pytest.param([FERRY[0], *NEW], False, False, id="one line"),
        pytest.param([changed(FERRY[0], 2), changed(FERRY[1], 0)], False, True, id="a character of each line"),
        pytest.param([changed(FERRY[0], 2), changed(FERRY[1], 0, 1)], False, False, id="two characters of a line"),
        pytest.param([FERRY[3], MARKET[0]], True, False, id="the end of a poem and the start of the next"),
        pytest.param(["小雨", MARKET[1]], False, False, id="a line of two characters"),
        pytest.param(NEW, False, False, id="new"),
        pytest.param([], False, False, id="nothing"),
    ],
)
def test_each_kind_of_reuse(poem: list[str], exact: bool, near: bool) -> None:
    (verdict,) = verdicts([poem], INDEX)
    assert (verdict.exact, verdict.near) == (exact, near)
    assert bool(verdict.matches) == (exact or near)


def test_poems_that_are_asked_together_do_not_run_into_each_other() -> None:
    first, second = verdicts([[FERRY[0]], [FERRY[1]]], INDEX)
    assert first == second == Verdict(exact=False, near=False, matches=())


def test_matches_name_the_poem_and_the_line_there() -> None:
    (verdict,) = verdicts([[NEW[0], changed(MARKET[2], 4), MARKET[3]]], INDEX)
    assert verdict.matches == (Match(1, 1, 2, 1), Match(2, 1, 3, 0))


def test_records_of_the_same_work_do_not_count() -> None:
    (verdict,) = verdicts([FERRY], INDEX, [{0}])
    assert not verdict.exact
    assert not verdict.near
