"""Records of one work are found and shown once, and poems that share a line are not taken for one."""

from tests.transforms.reuse.test_rules import FERRY, MARKET, NEW, changed
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import lines_of
from versebench.transforms.reuse.rules import Match, verdicts
from versebench.transforms.reuse.same_works import one_record_a_work, same_as, works_of

READ_OTHERWISE = [changed(line, place) for place, line in enumerate(FERRY)]
DATABASE = [FERRY, MARKET, [*FERRY[2:], "三更"], [FERRY[0], *NEW, MARKET[0]], READ_OTHERWISE, []]
INDEX = LineIndex.of(lines_of(DATABASE))


def shown(poem: list[str]) -> list[tuple[int, int]]:
    """The line of the poem and the record of each match that is shown."""
    (verdict,) = one_record_a_work(verdicts([poem], INDEX), INDEX)
    return [(match.line, match.poem) for match in verdict.matches]


def test_records_of_one_work_have_the_name_of_the_first() -> None:
    assert works_of(range(len(DATABASE)), INDEX) == {0: 0, 1: 1, 2: 0, 3: 3, 4: 0, 5: 5}
    assert works_of([4, 2, 4], INDEX) == {2: 2, 4: 2}
    assert works_of([], INDEX) == {}


def test_a_poem_is_the_same_as_its_records_alone() -> None:
    assert same_as([READ_OTHERWISE, NEW, []], INDEX) == [frozenset({0, 2, 4}), frozenset({3}), frozenset()]


def test_one_record_of_a_work_is_shown_the_one_with_the_most_lines() -> None:
    assert shown(READ_OTHERWISE) == [(line, 4) for line in range(4)], "the record that is equal"
    assert shown([*FERRY[2:], *MARKET[1:3]]) == [(0, 0), (1, 0), (2, 1), (3, 1)], "the first of two that are equal"


def test_a_line_that_the_shown_record_lacks_keeps_its_match_in_another() -> None:
    poem = [*FERRY, changed(FERRY[3], 0), "三更"]
    (verdict,) = verdicts([poem], INDEX)
    (once,) = one_record_a_work([verdict], INDEX)
    assert {match.line for match in once.matches} == {match.line for match in verdict.matches}
    assert (once.exact, once.near) == (verdict.exact, verdict.near)
    assert len(once.matches) < len(verdict.matches)


def test_other_works_stay() -> None:
    (verdict,) = verdicts([[*NEW, MARKET[0]]], INDEX)
    assert one_record_a_work([verdict], INDEX) == [verdict]
    assert Match(2, 1, 0, 0) in verdict.matches
