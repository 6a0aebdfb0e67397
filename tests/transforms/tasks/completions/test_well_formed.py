"""Marks, verbs and words of last lines that a generator wrote; expectations were written by hand."""

import pytest

from versebench.transforms.tasks.completions.well_formed import closing_marks, placed_line

OPEN = """A tailor who lived by the sea
Said, "Come and have dinner with me,
For the fish is well done
And the day has begun,
"""
PLAIN = """A tailor who lived by the sea
Had a cat and a dog and a bee.
They would dance on the floor
Till he opened the door,
"""


@pytest.mark.parametrize(
    ("before", "line", "closing"),
    [
        (OPEN, "And the kettle is ready for tea.", '"'),
        (OPEN, 'And the kettle is ready for tea."', ""),
        (PLAIN, "And they ran to the top of a tree.", ""),
        (PLAIN, 'And they said, "We are up in a tree.', None),
        (PLAIN, 'And they ran to the top of a tree."', None),
        (OPEN, '"And the kettle is ready for tea."', None),
        ("He came (", "and he went to the sea.", ")"),
        (PLAIN, "And they ran to the top of a tree.'", None),
        ("“Come in", "to the sea.", "”"),
    ],
)
def test_marks_are_closed(before: str, line: str, closing: str | None) -> None:
    assert closing_marks(before, line) == closing


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("and they ran to the top of a tree.", None),
        ("and they all were as happy as he.", None),
        ("and the top of the top of the tree.", "no_finite_verb"),
        ("and the the top of a tree was free.", "repeated_word"),
        ("and they sat on a oak and a tree.", "other_article"),
        ("and they ran to the top with a.", "dangling_end"),
        ("and they ran to the xqvolt of a tree.", "unknown_word"),
        ("of the cat that he had in the tree.", "fragment"),
        ("and never could not be free.", "double_negation"),
        ("was a cat in the top of the tree.", "no_subject"),
        ("and the dog was tree.", "bare_noun"),
        ("to dance in the top of a tree.", "no_finite_verb"),
    ],
)
def test_faults(line: str, fault: str | None) -> None:
    assert placed_line(PLAIN, line).fault == fault


def test_the_first_letter_follows_the_poem() -> None:
    assert placed_line(PLAIN, "and they ran to the top of a tree.").line[0] == "A"
    small = "a tailor who lived by the sea\nhad a cat and a dog and a bee;\nthey would dance on the floor\nand run,\n"
    assert placed_line(small, "And they ran to the top of a tree.").line[0] == "a"
    assert placed_line(small, "I ran to the top of a tree.").line[0] == "I"
