from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ear import lines as ear_lines
from benchmarks.ear.lines import (
    Line,
    PronouncedLines,
    ends_feminine,
    fault,
    measure,
    our_ranges,
    shortened,
    shortenings,
    sums,
    why_not,
)
from benchmarks.ear.texts import POETS
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.syllable_range import SyllableRange

TEXTS = [
    "The cat sat down upon the yellow mat",  # ten
    "The cat sat down upon the yellow kitten",  # eleven, feminine
    "The cat sat down upon the yellow wide mat",  # eleven, masculine
    "And glorious was the cat upon the mat",  # eleven as spoken
    "A cat",
]


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return PronouncedLines(VersePronouncer(lambda words: [("B", "AH1")] * len(words))).lines(TEXTS)


def length(words: Sequence[str]) -> list[int]:
    return [len(word) for word in words]


def test_ten_syllables_or_eleven_with_a_feminine_ending(lines: list[Line]) -> None:
    counts = [10, 11, 11, 10, 2]
    assert [line.fits(count) for line, count in zip(lines, counts, strict=True)] == [True, True, False, True, False]
    assert not any(line.fits(9) or line.fits(12) for line in lines)


def test_ranges_of_lines(lines: list[Line]) -> None:
    fits = [line.can_fit(counts) for line, counts in zip(lines, our_ranges(lines), strict=True)]
    assert fits == [True, True, False, True, False]


@pytest.mark.parametrize(
    ("phones", "feminine"),
    [("M EH1 D OW2", False), ("M EH1 D OW0", True), ("M AE1 T", False), ("AH0", False), ("B IH0 L OW1", False)],
)
def test_feminine_endings(phones: str, feminine: bool) -> None:
    assert ends_feminine(Pronunciation(tuple(phones.split()), "cmudict")) == feminine


def test_a_line_without_words_has_no_ending() -> None:
    assert not Line("", ()).feminine


def test_words_of_lines_are_counted_once_each() -> None:
    asked: list[str] = []

    def count(words: Sequence[str]) -> list[int]:
        asked.extend(words)
        return length(words)

    assert sums([["a", "cat", "a"], [], ["cat"]], count) == [5, 0, 3]
    assert asked == ["a", "cat"]


@given(st.integers(0, 99))
def test_a_shortened_line_lacks_one_word_before_the_last(seed: int) -> None:
    line = PronouncedLines(VersePronouncer(lambda words: [("B", "AH1")] * len(words))).lines(["one two three four"])
    (found,) = shortened(line, seed)
    assert found in {"two three four", "one three four", "one two four"}
    assert list(shortened(line, seed)) == [found]


def test_a_single_word_cannot_be_shortened() -> None:
    assert list(shortened(PronouncedLines(VersePronouncer()).lines(["cat", ""]))) == []


def test_why_lines_are_no_pentameters(lines: list[Line]) -> None:
    found = why_not(lines)
    assert (found["too_long_as_spoken"], found["too_short_as_spoken"]) == (2, 1)
    assert found["could_shorten"]["synaeresis"] == 1
    assert {"kind": "synaeresis", "word": "glorious", "lines": 1} in found["words"]
    assert found["never_metrical"] == {"1 too many": 1, "8 too few": 1}


def test_every_contraction_is_told_with_its_word() -> None:
    (line,) = PronouncedLines(VersePronouncer()).lines(["Many a flower the unequal heaven"])
    assert set(shortenings(line)) >= {
        ("synaeresis", "flower"),
        ("heaven", "heaven"),
        ("between words", "many a"),
        ("between words", "the unequal"),
    }


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (SyllableRange(11, 11), "1 too many"),
        (SyllableRange(8, 9), "1 too few"),
        (SyllableRange(11, 12), "can have 12: an alexandrine, or two too many"),
        (SyllableRange(13, 14), "3 too many"),
    ],
)
def test_faults(counts: SyllableRange, said: str) -> None:
    assert fault(counts) == said


def test_all_figures_of_a_small_corpus(tmp_path: Path) -> None:
    (tmp_path / POETS).mkdir(parents=True)
    text = "TITLE Of Cats\nRHYME a a *\n" + "\n".join(TEXTS[:4]) + "\n"
    (tmp_path / POETS / "pope.txt").write_text(text, encoding="utf-8")
    measured = measure(tmp_path, peers=False)
    pope = measured["pope"]
    assert (pope["lines"], pope["feminine"]) == (4, 1)
    assert (pope["usual_syllables"]["verse-ear"], pope["can_be_metrical"]) == (0.5, {"verse-ear": 0.75})
    assert pope["others"][ear_lines.SHORTENED]["lines"] == 4
    assert pope["others"]["limericks"] == {"lines": 0, "usual_syllables": 0.0, "can_be_metrical": {"verse-ear": 0.0}}
    assert measured["by_hand"]["lines"] == 105


def test_without_the_corpus_only_the_lines_counted_by_hand(tmp_path: Path) -> None:
    measured = measure(tmp_path, peers=False)
    assert measured["pope"] is None
    assert measured["by_hand"]["right"]["g2p"] > 0.8
