"""Cases of reuse that the benchmark draws, and their verdicts without an index."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from benchmarks.proftap import cases
from benchmarks.proftap.cases import KINDS, draw, false_alarms, plain_verdicts
from benchmarks.proftap.lines import POEMS
from versebench.pipelines.reuse.poems_file import FilePoem, read_poems
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.lines import compared_lines, lines_of
from versebench.transforms.reuse.rules import verdicts


@pytest.fixture
def poems(data: Path) -> list[FilePoem]:
    return list(read_poems(data / POEMS))


def test_each_kind_gets_the_verdicts_that_it_was_made_for(poems: list[FilePoem]) -> None:
    drawn = list(draw(poems, 3, 1))
    assert Counter(case.kind for case in drawn) == dict.fromkeys(KINDS, 3)
    plain = plain_verdicts([compared_lines([case.text]) for case in drawn], [poem.lines for poem in poems])
    assert plain == [case.rules for case in drawn]


def test_one_seed_draws_the_same_cases_and_another_one_others(poems: list[FilePoem]) -> None:
    assert list(draw(poems, 2, 1)) == list(draw(poems, 2, 1))
    assert {case.text for case in draw(poems, 2, 1)}.isdisjoint(case.text for case in draw(poems, 2, 2))


def test_verdicts_without_an_index_are_those_of_the_rules() -> None:
    """Lines of two characters, so that every way of being alike occurs often."""
    draws = Random(5)
    poems = [["".join(draws.choices("東風", k=draws.choice((3, 4, 5)))) for _ in range(6)] for _ in range(40)]
    index = LineIndex.of(lines_of(poems[:10]))
    found = [(verdict.exact, verdict.near) for verdict in verdicts(poems, index)]
    assert plain_verdicts(poems, poems[:10]) == found
    assert {exact for exact, _ in found} == {near for _, near in found} == {True, False}


def test_a_poem_of_people_is_no_false_alarm_for_its_own_record() -> None:
    lines = [chr(code) * 5 for code in range(0x4E00, 0x4E10)]
    own, borrowed = lines[:8], [*lines[8:14], *lines[:2]]
    found = false_alarms([own, borrowed], LineIndex.of(lines_of([own, borrowed])))
    assert found == {"poems": 2, "exact_share": 1.0, "near_share": 1.0}
    assert false_alarms([own], LineIndex.of(lines_of([own, own])))["near_share"] == 0


def test_figures_and_goals(data: Path) -> None:
    found = cases.measure(data, each=2, every=10)
    assert (found["cases"], found["right"]) == (2, 1)
    assert found["drawn"] == found["drawn_right"] == found["drawn_as_made"] == 2 * len(KINDS)
    assert found["people"] == {"poems": 6, "exact_share": 0.0, "near_share": 0.0}
    assert [goal.met for goal in cases.goals(found)] == [False, True]
