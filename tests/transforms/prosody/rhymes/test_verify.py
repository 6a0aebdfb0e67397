"""Forms that are asked for, and the words and reasons of a refusal."""

import pytest

from tests.transforms.prosody.rhymes.sounds import finder
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, VERSE, RhymeSettings
from versebench.transforms.prosody.rhymes.verify import Fault, mismatches


def lines(words: str) -> list[str]:
    return [f"so we go on to the {word}" for word in words.split()]


def faults(
    words: str, scheme: str = "AABBA", *, groups_differ: bool = False, farthest: float = 0.1
) -> list[tuple[str, tuple[int, ...]]]:
    found = mismatches(lines(words), scheme, finder(VERSE), groups_differ=groups_differ, farthest=farthest)
    return [(one.fault, one.lines) for one in found]


@pytest.mark.parametrize("words", ["cat mat dog fog hat", "cat mat dog fog cat", "love prove day way above"])
def test_a_stanza_in_its_form_has_no_mismatch(words: str) -> None:
    assert faults(words) == []


def test_each_pair_that_does_not_rhyme_is_named_with_its_words_and_reason() -> None:
    [found] = mismatches(lines("cat mat dog moon hat"), "AABBA", finder(VERSE))
    assert (found.fault, found.lines, found.words) == (Fault.NO_RHYME, (2, 3), ("dog", "moon"))
    assert str(found).startswith("no_rhyme: lines 3 and 4 do not rhyme: dog / moon: no rhyme, distance 0.")


def test_a_word_without_pronunciation_is_named_once() -> None:
    assert faults("cat vloon dog fog hat") == [(Fault.NO_PRONUNCIATION, (1,))]


def test_another_number_of_lines_is_no_such_form() -> None:
    assert faults("cat mat", "AABBA") == [(Fault.WRONG_LENGTH, (0, 1))]


def test_that_groups_differ_is_a_setting() -> None:
    assert faults("cat mat hat fat rat") == []
    assert {fault for fault, _ in faults("cat mat hat fat rat", groups_differ=True)} == {Fault.GROUPS_RHYME}


def test_lines_marked_x_need_not_rhyme() -> None:
    assert faults("cat dog moon fog", "xaxa") == []


def test_how_near_is_near_enough_is_a_setting() -> None:
    assert faults("love prove", "AA") == []
    assert faults("love prove", "AA", farthest=0.0) == [(Fault.NO_RHYME, (0, 1))]
    today = list(mismatches(lines("love prove"), "AA", finder(AMERICAN)))
    assert [one.fault for one in today] == [Fault.NO_RHYME]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("vloon", "no_pronunciation: line 2: vloon (unknown)"),
        ("日月", "no_pronunciation: line 2: 日月 (other script)"),
        ("hm", "no_pronunciation: line 2: hm (no vowel)"),
    ],
)
def test_why_a_word_has_no_pronunciation_is_told(word: str, told: str) -> None:
    assert [str(one) for one in mismatches(lines(f"cat {word} dog fog hat"), "AABBA", finder(VERSE))] == [told]


def test_a_guess_that_does_not_count_is_told_from_no_pronunciation() -> None:
    pronouncer = VersePronouncer(lambda words: [("V", "L", "UW1", "N") if word == "vloon" else () for word in words])
    given = lines("cat vloon dog qzx hat")
    found = list(mismatches(given, "AABBA", SchemeFinder(pronouncer, RhymeSettings(guesses=False))))
    assert [(one.fault, one.lines) for one in found] == [(Fault.ONLY_GUESSED, (1,)), (Fault.NO_PRONUNCIATION, (3,))]
    counted = mismatches(given, "AABBA", SchemeFinder(pronouncer, RhymeSettings()))
    assert [one.fault for one in counted] == [Fault.NO_RHYME, Fault.NO_RHYME, Fault.NO_PRONUNCIATION]
