import numpy as np
import pytest

from tests.transforms.prosody.rhyme_density.patterns import LEXICON, pattern
from versebench.transforms.prosody.rhyme_density.hirjee_brown import HirjeeBrown
from versebench.transforms.prosody.rhyme_density.rhyme_factor import RhymeFactor


def factor(lines: list[str]) -> float:
    syllables = LEXICON.hear([lines])
    detector = RhymeFactor()
    return float(detector.densities(syllables, detector.pairs(syllables))[0])


def test_hirjee_brown_counts_repeated_words() -> None:
    again = ["Again and again", "Again and again"]
    assert pattern(again, HirjeeBrown())[1] == ".a b ca", "anchors grow forward only"


def test_hirjee_brown_looks_one_line_back() -> None:
    filler = "a broom"
    assert pattern(["the cat", "the hat"], HirjeeBrown())[1].endswith("a")
    assert pattern(["the cat", filler, "the hat"], HirjeeBrown())[2] == ". ."


def test_hirjee_brown_grows_over_syllables_that_do_not_rhyme() -> None:
    first, second = pattern(["breaking the mold", "checking my code"], HirjeeBrown(internal=1.5))
    assert first == second == "ab . c", "the and my do not rhyme, and are jumped"


def test_the_rhyme_factor_is_the_mean_longest_match_over_words() -> None:
    # "in silver" matches "kin, river" in three vowels, and "river" matches nothing before it.
    assert factor(["kin river", "in silver"]) == pytest.approx((0 + 0 + 0 + 3) / 4)
    assert pattern(["kin river", "in silver"], RhymeFactor()) == ["a bc", "a bc"]


def test_one_vowel_is_no_match_for_the_rhyme_factor() -> None:
    assert factor(["cat", "hat"]) == 0


def test_a_match_of_the_rhyme_factor_stops_at_the_same_word() -> None:
    assert factor(["again again again"]) == 0


def test_the_rhyme_factor_looks_ten_words_back() -> None:
    near, far = ["bottle", *["so"] * 9, "waffle"], ["bottle", *["so"] * 10, "waffle"]
    assert factor([" ".join(near)]) == pytest.approx(2 / 11)
    assert factor([" ".join(far)]) == 0


def test_a_verse_without_syllables_has_no_factor() -> None:
    assert np.isnan(factor(["..."]))
