"""Marks, verbs and words of last lines that a generator wrote; expectations were written by hand."""

import hashlib
import json
from pathlib import Path

import pytest

from versebench.transforms.tasks.completions.well_formed import WELL_FORMED, closing_marks, placed_line

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
        ("and he didn't know what he was wink.", "bare_verb"),
        ("and the cat had a beautiful feet.", "no_agreement"),
        ("and the bee was the one they would tell.", "no_object"),
        ("and the bee would not say what they tell.", None),
    ],
)
def test_faults(line: str, fault: str | None) -> None:
    assert placed_line(PLAIN, line).fault == fault


ENDED = PLAIN.replace("door,", "door.")


@pytest.mark.parametrize(
    ("before", "line", "fault"),
    [
        (PLAIN, "And, as he came to the fight.", "no_main_clause"),
        (PLAIN, "And after he came to the sea.", "no_main_clause"),
        (PLAIN, "And the hat that was fit for a king.", "no_main_clause"),
        (PLAIN, "And a man who had come to the sea.", "no_main_clause"),
        (ENDED, "The man who had come to the sea.", "no_main_clause"),
        (PLAIN, "The man who had come to the sea.", None),
        (PLAIN, "as he came to the fight.", None),
        (PLAIN, "And he said that she came to the sea.", None),
        (PLAIN, "And when he came he was free.", None),
        (PLAIN, "And if he was free, so was she.", None),
        (PLAIN, "And that cat was as big as a bee.", None),
        (PLAIN, "And who could be happy as he?", None),
        (ENDED, "A man who had come to the sea was wet.", None),
    ],
)
def test_a_sentence_has_a_main_clause(before: str, line: str, fault: str | None) -> None:
    assert placed_line(before, line).fault == fault


def test_the_first_letter_follows_the_poem() -> None:
    assert placed_line(PLAIN, "and they ran to the top of a tree.").line[0] == "A"
    small = "a tailor who lived by the sea\nhad a cat and a dog and a bee;\nthey would dance on the floor\nand run,\n"
    assert placed_line(small, "And they ran to the top of a tree.").line[0] == "a"
    assert placed_line(small, "I ran to the top of a tree.").line[0] == "I"


UNMARKED = PLAIN.replace("door,", "door")


@pytest.mark.parametrize(
    ("before", "line", "fault"),
    [
        (UNMARKED, "he ran to the top of a tree.", "new_clause"),
        (UNMARKED, "I'll run to the top of a tree.", "new_clause"),
        (UNMARKED, "that they ran to the top of a tree.", "new_clause"),
        (UNMARKED, "and there was a cat in the tree.", "new_clause"),
        (UNMARKED, "and danced in the top of a tree.", None),
        (UNMARKED, "when he ran to the top of a tree.", None),
        (PLAIN, "he ran to the top of a tree.", None),
    ],
)
def test_a_new_clause_needs_a_mark_before_it(before: str, line: str, fault: str | None) -> None:
    assert placed_line(before, line).fault == fault


def test_other_rules_need_another_name() -> None:
    """If this fails, :data:`WELL_FORMED` gets a new number, and the digest here the new value."""
    lines = [line for poem in poems() for line in poem.splitlines()[-2:]]
    endings = ["And he was a little feet.", "that I had been as good as me.", "Why do you say?", "of what was there."]
    faults = [placed_line(before, line).fault for before in (OPEN, PLAIN, ENDED, UNMARKED) for line in lines + endings]
    digest = hashlib.sha256(json.dumps(faults).encode()).hexdigest()[:16]
    assert (WELL_FORMED, digest) == ("well-formed.v3", "5c2e9f5c76dc4bdd")


def poems() -> list[str]:
    samples = Path(__file__).parents[4] / "samples" / "limericks.json"
    return [poem["limerick"] for poem in json.loads(samples.read_text(encoding="utf-8"))][:40]
