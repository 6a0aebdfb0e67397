import pytest

from versebench.models.thesaurus.choosing import Sense, admits, choose, offers, spell
from versebench.models.thesaurus.inflection import readings


def chosen(word: str, upos: str, spelling: str, *words: str) -> list[str]:
    sense = Sense(spelling, f"{spelling}.1", words, "test")
    found = ((one, sense) for one in readings(word.lower(), upos) if one.lemma == spelling.lower())
    return [candidate.word for candidate in choose(word, upos, found)]


@pytest.mark.parametrize(
    ("word", "spelt"), [("don’t", "don't"), (" cat ", "cat"), ("naïve", "naïve"), ("O'er", "O'er")]
)
def test_words_are_spelt_with_straight_apostrophes(word: str, spelt: str) -> None:
    assert spell(word) == spelt


@pytest.mark.parametrize(
    "word", ["", " ", "a" * 65, "a" * 5000, "42", "1st", "two words", "猫", "кот", "🐈", "cat.", "-", "a_b"]
)
def test_what_no_english_thesaurus_can_hold_has_no_spelling(word: str) -> None:
    assert spell(word) is None


@pytest.mark.parametrize("candidate", ["feline", "cat-o'-nine-tails", "naïf", "ox", "fiancé"])
def test_single_words_are_offered(candidate: str) -> None:
    assert offers("cat", candidate)


@pytest.mark.parametrize("candidate", ["big cat", "", "x", "km", "3", "a.m.", "Caterpillar", "CAT", "c-at", "猫"])
def test_refused_for_a_common_word(candidate: str) -> None:
    assert not offers("cat", candidate)


def test_a_capitalised_sense_offers_names_and_words() -> None:
    assert offers("God", "Almighty")
    assert offers("God", "creator")


@pytest.mark.parametrize(
    ("word", "upos", "spelling", "counts"),
    [
        ("polish", "VERB", "polish", True),
        ("polish", "ADJ", "Polish", False),
        ("Polish", "ADJ", "Polish", True),
        ("Polish", "VERB", "polish", True),
        ("POLISH", "ADJ", "Polish", True),
        ("Rose", "PROPN", "rose", False),
        ("Rose", "PROPN", "Rose", True),
    ],
)
def test_capitals_decide_which_senses_count(word: str, upos: str, spelling: str, counts: bool) -> None:
    assert admits(word, upos, spelling) is counts


def test_candidates_take_the_form_of_the_word_and_come_once() -> None:
    assert chosen("cats", "NOUN", "cat", "feline", "guy", "feline") == ["felines", "guys"]
    assert chosen("walked", "VERB", "walk", "go", "stroll") == ["went", "strolled", "gone"]


def test_the_word_and_its_inflections_are_no_candidates() -> None:
    assert chosen("run", "NOUN", "run", "running", "trial") == ["trial"]
    assert chosen("running", "VERB", "run", "race", "running") == ["racing"]
    assert chosen("hotdog", "NOUN", "hotdog", "hot-dog", "frank") == ["frank"]


def test_capitalised_senses_have_no_inflected_forms() -> None:
    assert chosen("Germans", "NOUN", "German", "Teuton") == []
    assert chosen("German", "NOUN", "German", "Teuton") == ["Teuton"]
