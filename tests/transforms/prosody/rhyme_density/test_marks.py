import numpy as np

from tests.transforms.prosody.rhyme_density.patterns import LEXICON
from versebench.transforms.prosody.rhyme_density.contract import Pairs
from versebench.transforms.prosody.rhyme_density.marks import Marks, mark

VERSES = [["cat open hat", "dog bat"], ["cat hat"]]
# Syllables:  0   1 2  3     4   5       6   7


def marks(*pairs: tuple[int, int, int]) -> Marks:
    columns = np.array(pairs, np.int64).reshape(-1, 3).T
    return mark(LEXICON.hear(VERSES), Pairs(*columns))


def test_groups_are_numbered_by_their_first_syllables_in_each_verse() -> None:
    assert marks((4, 1, 0), (3, 0, 1), (7, 6, 2)).group.tolist() == [0, 1, -1, 0, 1, -1, 0, 0]


def test_syllables_rhyme_through_others() -> None:
    chain = marks((3, 0, 0), (5, 3, 1))
    assert chain.group.tolist() == [0, -1, -1, 0, -1, 0, -1, -1]
    assert chain.rhymed.sum() == 3


def test_groups_that_meet_late_are_one() -> None:
    assert marks((2, 0, 0), (3, 1, 1), (5, 2, 2), (5, 3, 3)).group.tolist() == [0, 0, 0, 0, -1, 0, -1, -1]


def test_the_longest_rhyme_counts() -> None:
    assert marks((3, 0, 7), (4, 1, 7), (5, 3, 9)).length.tolist() == [2, 2, 0, 2, 2, 1, 0, 0]


def test_a_rhyme_of_two_line_ends_is_marked_as_a_whole() -> None:
    found = marks((4, 2, 0), (5, 3, 0), (3, 0, 1))
    assert found.ends_lines.tolist() == [False, False, True, True, True, True, False, False]


def test_no_pairs() -> None:
    assert not marks().rhymed.any()
