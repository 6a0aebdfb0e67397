"""Schemes as text: x is no rhyme group, and no two groups share a letter."""

from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.prosody.rhymes.groups import (
    in_capitals,
    is_rhymed,
    letters,
    others_of_group,
    pairs_of_lines,
    same_group,
)

GROUPS = st.lists(st.integers(0, 200), max_size=400)


def test_lines_without_rhyme_are_of_no_group() -> None:
    assert not same_group("xAxA", 0, 2)
    assert not same_group("XAXA", 0, 2)
    assert same_group("xAxA", 1, 3)
    assert others_of_group("xAxA", 0) == []
    assert others_of_group("AABBA", 4) == [0, 1]
    assert pairs_of_lines("xAxA", (0, 1, 2, 3)) == ((1, 3),)


@given(GROUPS)
def test_lines_share_a_letter_exactly_if_they_share_a_group(groups: list[int]) -> None:
    for scheme in (letters(groups), in_capitals(letters(groups))):
        assert len(scheme) == len(groups)
        for line in range(len(groups)):
            alike = {other for other in range(len(groups)) if groups[other] == groups[line]}
            assert {line, *others_of_group(scheme, line)} == alike
            assert is_rhymed(scheme[line]) == (len(alike) > 1)


def test_what_is_heard_is_asked_in_capitals() -> None:
    assert in_capitals("aabxb") == "AABxB"
