"""Verses in pieces: rhymes, copies, and both at once."""

from hypothesis import given
from hypothesis import strategies as st

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.release.documents.marked_verses import Rhymed, marked_lines
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.measure import measure
from versebench.transforms.prosody.rhyme_density.registry import DEFAULT, DETECTORS

TEXT = "the kettle 's hot ,\nand metal not"


def test_rhymes_and_copies_of_two_lines() -> None:
    lines = marked_lines(TEXT, [Rhymed(1, 0, 2, 4), Rhymed(1, 1, 2, 4), Rhymed(5, 1, 2, 4)], [(2, 2), (5, 2)])
    pieces = [[(piece.text, piece.group, piece.copied) for piece in line] for line in lines]
    assert pieces[0] == [
        ("the ", None, False),
        ("kettle", 4, False),
        (" ", None, False),
        ("'s hot", None, True),
        (" ,", None, False),
    ]
    assert pieces[1] == [("and me", None, True), ("tal", 4, True), (" not", None, False)]


@given(
    st.text("ab '\n,-"),
    st.lists(st.builds(Rhymed, st.integers(0, 5), st.integers(0, 3), st.integers(1, 4), st.integers(0, 9))),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4))),
)
def test_pieces_are_the_verse(text: str, rhymed: list[Rhymed], copies: list[tuple[int, int]]) -> None:
    lines = marked_lines(text, rhymed, copies)
    assert "\n".join("".join(piece.text for piece in line) for line in lines) == text
    copied = {token for start, length in copies for token in range(start, start + length)}
    assert all(not piece.copied for line in lines for piece in line) or copied
    underlined = "".join(piece.text if piece.copied else "\0" for line in lines for piece in (*line,))
    tokens = text.split()
    assert "".join(underlined.replace("\0", "").split()) == "".join(
        token for number, token in enumerate(tokens) if number in copied
    )


def test_measured_rhymes_stand_on_their_words() -> None:
    (rhymes,) = measure([TEXT.split("\n")], SyllableLexicon(VersePronouncer()), DETECTORS[DEFAULT])
    marks = [Rhymed(mark.word, mark.place, mark.syllables_of_word, mark.group) for mark in rhymes.marks]
    coloured = [piece.text for line in marked_lines(TEXT, marks) for piece in line if piece.group is not None]
    assert "hot" in coloured
    assert "not" in coloured
