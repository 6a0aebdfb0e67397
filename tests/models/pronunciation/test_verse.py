from collections.abc import Sequence

import pytest

from versebench.models.pronunciation.contract import Pronouncer
from versebench.models.pronunciation.dictionary import EDITION
from versebench.models.pronunciation.spelling import Unpronounceable
from versebench.models.pronunciation.verse import VersePronouncer


class FakeGuess:
    """Says OO for every word and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        self.asked.append(list(words))
        return [("V", "UW1", "N") for _ in words]


def test_an_entry_a_reading_and_a_guess_say_where_they_come_from() -> None:
    pronouncer: Pronouncer = VersePronouncer(FakeGuess())
    assert [word[0].origin for word in pronouncer.pronounce(["love", "lov'd", "vloon"])] == [
        "cmudict",
        "cmudict+elided-ed",
        "g2p.v1",
    ]


def test_unknown_words_are_guessed_together_each_once() -> None:
    guess = FakeGuess()
    pronounced = VersePronouncer(guess).pronounce(["vloon", "cat", "zzarb", "vloon", "Zzarb’s"])
    assert guess.asked == [["vloon", "zzarb"]]
    assert pronounced[0] == pronounced[3]
    assert pronounced[4][0].phones == ("V", "UW1", "N", "Z")


def test_the_model_is_not_asked_where_the_dictionary_and_the_rules_know_all() -> None:
    guess = FakeGuess()
    VersePronouncer(guess).pronounce(["love", "ev'ry", "well-bred", "1905", "", "!!!", "春"])
    assert guess.asked == []


def test_known_parts_of_an_unknown_word_are_not_guessed_at() -> None:
    guess = FakeGuess()
    [[pronounced]] = VersePronouncer(guess).pronounce(["vloon-hill"])
    assert guess.asked == [["vloon"]]
    assert (" ".join(pronounced.phones), pronounced.origin) == ("V UW1 N HH IH2 L", "g2p.v1")


def test_accents_and_capitals_of_an_unknown_word_do_not_reach_the_model() -> None:
    guess = FakeGuess()
    VersePronouncer(guess).pronounce(["Vloônè"])
    assert guess.asked == [["vloone"]]


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("", Unpronounceable.NO_LETTERS),
        ("!!!", Unpronounceable.NO_LETTERS),
        ("x" * 5000, Unpronounceable.TOO_LONG),
        ("春", Unpronounceable.OTHER_SCRIPT),
        ("1" * 50, Unpronounceable.NO_LETTERS),
        ("vloon", None),
        ("love", None),
        ("42", None),
    ],
)
def test_why_a_word_has_no_pronunciation(word: str, why: Unpronounceable | None) -> None:
    pronouncer = VersePronouncer(FakeGuess())
    assert pronouncer.why_not(word) is why
    assert bool(pronouncer.pronounce([word])[0]) == (why is None)


def test_a_word_that_the_model_cannot_say_has_no_pronunciation() -> None:
    assert VersePronouncer(lambda words: [()] * len(words)).pronounce(["vloon", "vloon's"]) == [(), ()]


def test_the_name_holds_the_version_of_the_dictionary() -> None:
    assert VersePronouncer(FakeGuess()).name == f"verse-ear.v1:{EDITION}:g2p.v1"


def test_the_shipped_model_says_any_word_of_letters() -> None:
    pronounced = VersePronouncer().pronounce(["vloon", "grot", "Guadalquivir", "castlereagh's", "ween"])
    assert all(word and word[0].syllables for word in pronounced)
