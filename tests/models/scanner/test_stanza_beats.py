"""Which beats the lines of a stanza have, from their readings alone."""

from collections.abc import Sequence

from versebench.models.scanner.contract import Reading
from versebench.models.scanner.stanza_beats import in_order, stanza_beats

OTHER_BEATS = 1_800


def line(*readings: tuple[int, int]) -> list[Reading]:
    """A line whose readings have these beats and costs."""
    return [Reading(("-+" * beats,), cost) for beats, cost in readings]


def stanza(beats: Sequence[int]) -> list[list[Reading]]:
    return [line((number, 1_000)) for number in beats]


def test_lines_of_one_length_have_one_number() -> None:
    assert stanza_beats([stanza([5, 5, 5, 5])], OTHER_BEATS) == (5,)


def test_the_patterns_of_stanzas() -> None:
    for beats in ((4, 3), (3, 3, 4, 3), (3, 3, 2, 2, 3)):
        lines = [*beats, *beats] if len(beats) == 2 else list(beats)
        assert stanza_beats([stanza(lines)], OTHER_BEATS) == beats


def test_an_unusual_pattern_needs_two_stanzas() -> None:
    unusual = [5, 2, 4, 6, 1, 7]
    assert stanza_beats([stanza(unusual)] * 4, OTHER_BEATS) == tuple(unusual)
    assert stanza_beats([stanza(unusual)], OTHER_BEATS) == ()


def test_an_odd_line_does_not_change_the_stanza() -> None:
    assert stanza_beats([stanza([5, 5, 6, 5, 5, 5])], OTHER_BEATS) == (5,)


def test_lines_without_readings_keep_their_place() -> None:
    lines = [line((4, 900)), line((3, 900)), [], line((3, 900)), line((4, 900)), line((3, 900))]
    assert stanza_beats([lines], OTHER_BEATS) == (4, 3)


def test_without_lines_there_are_no_beats() -> None:
    assert stanza_beats([], OTHER_BEATS) == ()
    assert stanza_beats([[], [[]]], OTHER_BEATS) == ()


def test_the_stanza_decides_between_readings_that_are_close() -> None:
    close = line((4, 1_000), (5, 1_500))
    assert [reading.beats for reading in in_order(close, 5, OTHER_BEATS)] == [5, 4]
    assert [reading.cost for reading in in_order(close, 5, OTHER_BEATS)] == [1_500, 2_800]
    far = line((4, 1_000), (5, 4_000))
    assert [reading.beats for reading in in_order(far, 5, OTHER_BEATS)] == [4, 5]
