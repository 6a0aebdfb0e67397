"""Verses for tests, and strategies that make them."""

from hypothesis import strategies as st

from versebench.transforms.ghostwriting.vectors import Lines

LINES = st.lists(st.lists(st.sampled_from("abcdefg,"), max_size=6), max_size=4)
VERSES = st.lists(LINES, max_size=8)


def verse(text: str) -> Lines:
    """A verse whose lines stand between slashes and its tokens between spaces."""
    return tuple(tuple(line.split()) for line in text.split("/"))
