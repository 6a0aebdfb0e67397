import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.expectations.checks.spans import Spans, rebuilds, touched_lines

TEXT = "ab\ncd\nef"


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str, Spans, Spans]:
    """Two texts that are equal outside their spans."""
    letters = st.text("ab\né", max_size=4)
    original = corrupted = draw(letters)
    ours: Spans = ([], [])
    theirs: Spans = ([], [])
    for before, after, outside in draw(st.lists(st.tuples(letters, letters, letters), max_size=4)):
        ours = ([*ours[0], len(original)], [*ours[1], len(original + before)])
        theirs = ([*theirs[0], len(corrupted)], [*theirs[1], len(corrupted + after)])
        original, corrupted = original + before + outside, corrupted + after + outside
    return original, corrupted, ours, theirs


@given(edits())
def test_parallel_spans_rebuild_both_ways(edit: tuple[str, str, Spans, Spans]) -> None:
    original, corrupted, ours, theirs = edit
    assert rebuilds(original, corrupted, ours, theirs)
    assert rebuilds(corrupted, original, theirs, ours)


@given(edits(), st.text("ab", min_size=1, max_size=3))
def test_text_outside_the_spans_must_be_the_same(edit: tuple[str, str, Spans, Spans], extra: str) -> None:
    original, corrupted, ours, theirs = edit
    assert not rebuilds(original + extra, corrupted, ours, theirs)
    assert not rebuilds(original, corrupted + extra, ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (([0], [2]), ([], [])),
        (([0, 3], [2]), ([0], [2])),
        (([0], [99]), ([0], [99])),
        (([-1], [2]), ([-1], [2])),
        (([2], [0]), ([2], [0])),
        (([3, 0], [5, 2]), ([3, 0], [5, 2])),
        (([0, 1], [2, 3]), ([0, 1], [2, 3])),
    ],
)
def test_spans_must_be_parallel_ordered_and_within_bounds(ours: Spans, theirs: Spans) -> None:
    assert not rebuilds(TEXT, TEXT, ours, theirs)


@pytest.mark.parametrize(
    ("spans", "lines"),
    [
        (([0], [2]), [1]),
        (([0], [3]), [1]),  # ends with the newline of line 1
        (([0], [4]), [1, 2]),
        (([2], [3]), [1]),  # the newline itself
        (([3], [3]), [2]),  # an insertion at the start of line 2
        (([2], [2]), [1]),  # an insertion at the end of line 1
        (([0, 6], [1, 8]), [1, 3]),
        (([0, 1], [1, 2]), [1]),
        (([1], [7]), [1, 2, 3]),
        (([8], [8]), [3]),
        (([], []), []),
    ],
)
def test_touched_lines(spans: Spans, lines: list[int]) -> None:
    assert touched_lines(TEXT, spans) == lines
