"""The longest verse of a generator."""

from versebench.transforms.ghostwriting.lengths import Longest, longest_verse


def test_the_first_of_the_longest_verses() -> None:
    verses = [(200, 0, 90), (100, 1, 120), (100, 0, 80), (300, 0, 120)]
    assert longest_verse(verses, 400, 80.0, 30.0) == Longest(120, 100, 1, 25.0, beyond=True)


def test_a_verse_as_long_as_mean_and_deviation_is_not_beyond_them() -> None:
    assert longest_verse([(1, 0, 110)], 1, 80.0, 30.0) == Longest(110, 1, 0, 100.0, beyond=False)
    assert longest_verse([(0, 0, 81)], 0, 80.0, None) == Longest(81, 0, 0, 100.0, beyond=True)


def test_no_verse() -> None:
    assert longest_verse([], 400, 80.0, 30.0) is None
