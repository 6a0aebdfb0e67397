import pickle

import pytest

from tests.transforms.prosody.counting_pronouncer import CountingPronouncer
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.own_words import (
    NO_WORDS,
    OwnWords,
    OwnWordsPronouncer,
    rhyming,
    spelling_of,
    with_own_words,
)

OTHER = Pronunciation(("K", "AE1"), "cmudict")
OWN = OwnWords((("o'brine", (("OW0", "B", "R", "AY1", "N"),)), ("vloon", (("V", "L", "UW1", "N"), ("V", "L", "OW1")))))


def test_an_entry_takes_the_place_of_every_other_source() -> None:
    asked = CountingPronouncer(OTHER)
    vloon, cat, upper, owned = OwnWordsPronouncer(OWN, asked).pronounce(["vloon", "cat", "VLOON", "Vloon’s"])
    assert (
        vloon
        == upper
        == (
            Pronunciation(("V", "L", "UW1", "N"), "lexicon"),
            Pronunciation(("V", "L", "OW1"), "lexicon"),
        )
    )
    assert [" ".join(one.phones) for one in owned] == ["V L UW1 N Z", "V L OW1 Z"]
    assert {one.origin for one in owned} == {"lexicon+possessive"}
    assert cat == (OTHER,)
    assert not any(one.guessed for one in (*vloon, *owned))


def test_kinds_of_apostrophes_and_case_are_one_spelling() -> None:
    assert spelling_of("O’Brine") == "o'brine"
    [said] = OwnWordsPronouncer(OWN, CountingPronouncer(OTHER)).pronounce(["O’BRINE"])
    assert [one.origin for one in said] == ["lexicon"]


def test_the_name_changes_with_the_entries_and_not_without_any() -> None:
    asked = CountingPronouncer(OTHER)
    other = OwnWords((("vloon", (("V", "L", "UW1"),)),))
    names = {with_own_words(asked, own).name for own in (NO_WORDS, OWN, other)}
    assert len(names) == 3
    assert with_own_words(asked, NO_WORDS) is asked
    assert NO_WORDS.described() == {}
    assert OWN.described() != other.described()


def test_entries_travel_to_other_processes() -> None:
    assert OWN.content_hash
    assert pickle.loads(pickle.dumps(OWN)) == OWN


@pytest.mark.parametrize(
    ("guess", "model", "rhymes"),
    [
        ("V L AH1 N", "M UW1 N", "V L UW1 N"),
        ("G R AH1 M P AH0", "T EH1 N D ER0", "G R EH1 N D ER0"),
        ("B IH1 L AH0 N", "M UW1 N", "B IH2 L UW1 N"),
        ("Z AO1 P", "R IH0 M EH1 M B ER0", "Z EH1 M B ER0"),
        ("AO1", "DH AH0", "AH0"),
        ("P S T", "M UW1 N", "P S T UW1 N"),
    ],
)
def test_a_word_that_rhymes_keeps_its_start(guess: str, model: str, rhymes: str) -> None:
    assert " ".join(rhyming(tuple(guess.split()), tuple(model.split()))) == rhymes
