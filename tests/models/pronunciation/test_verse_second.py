"""The second pronouncer: candidates, rules that need the network's consent, abbreviations."""

from collections.abc import Sequence

import pytest

from versebench.models.pronunciation.g2p import Candidate, load_g2p
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.pronunciation.verse_second import SecondVersePronouncer, agree

PANTRY = ("B", "AE1", "N", "T", "R", "IY0")
CANDIDATES = {
    "bantry": [Candidate(PANTRY, 0.9), Candidate(("B", "AA1", "N", "T", "R", "IY0"), 0.03)],
    "vloon": [Candidate(("V", "L", "UW1", "N"), 0.6), Candidate(("V", "L", "OW1", "N"), 0.3)],
    "minety": [Candidate(("M", "AY1", "N", "T", "IY0"), 0.4), Candidate(("M", "AY1", "N", "AH0", "T", "IY0"), 0.3)],
    "bairnies": [Candidate(("B", "EH1", "R", "N", "IY0", "Z"), 0.9)],
    "whist": [Candidate(("W", "IH1", "S", "T"), 1.0)],
    "uptorn": [Candidate(("AH1", "P", "T", "ER0", "N"), 0.7)],
    "upvloon": [Candidate(("AH1", "P", "V", "L", "UW2", "N"), 0.8)],
    "moonglow": [Candidate(("M", "UW1", "N", "G", "L", "OW2"), 0.9)],
}


class FakeNetwork:
    """Candidates by a table; it counts its calls."""

    def __init__(self) -> None:
        self.calls: list[Sequence[str]] = []

    def __call__(self, words: Sequence[str]) -> list[list[Candidate]]:
        self.calls.append(words)
        return [CANDIDATES.get(word, []) for word in words]


def said(word: str) -> list[tuple[str, str]]:
    [found] = SecondVersePronouncer(FakeNetwork()).pronounce([word])
    return [(" ".join(one.phones), one.origin) for one in found]


def test_an_unknown_word_has_all_likely_candidates() -> None:
    assert said("vloon") == [("V L UW1 N", "g2p.v1"), ("V L OW1 N", "g2p.v1+candidate")]
    [found] = SecondVersePronouncer(FakeNetwork()).pronounce(["Vloon"])
    assert all(one.guessed for one in found)


def test_a_rule_holds_only_if_the_network_agrees() -> None:
    [by_rule] = VersePronouncer(lambda words: [()] * len(words)).pronounce(["Bantry"])
    assert " ".join(by_rule[0].phones) == "B AE1 N T ER0 IY0"
    assert said("Bantry") == [("B AE1 N T R IY0", "g2p.v1")]
    [(phones, origin)] = said("moonglow")
    assert (phones, origin) == ("M UW1 N G L OW2", "cmudict+compound")


def test_a_very_likely_candidate_counts_beside_the_rule() -> None:
    readings = said("Minety")
    assert readings[0][1] == "cmudict+suffix"
    assert ("M AY1 N T IY0", "g2p.v1+candidate") in readings


def test_a_sure_candidate_comes_before_the_rule() -> None:
    assert [origin for _, origin in said("bairnies")] == ["g2p.v1+candidate", "cmudict+compound"]


def test_the_ending_of_a_person_is_doubted() -> None:
    assert ("W IH1 S T", "g2p.v1+candidate") in said("whist")


def test_up_is_a_prefix_of_verse() -> None:
    assert said("uptorn")[0] == ("AH2 P T AO1 R N", "cmudict+prefix")
    assert said("upvloon") == [("AH1 P V L UW2 N", "g2p.v1")]


def test_a_final_the_after_a_vowel_is_voiced_too() -> None:
    assert {phones for phones, _ in said("scythe")} >= {"S AY1 TH", "S AY1 DH"}
    assert all(not phones.endswith("DH") for phones, _ in said("teeth"))


def test_a_word_that_the_network_cannot_read_keeps_its_rule() -> None:
    [first] = VersePronouncer(lambda words: [()] * len(words)).pronounce(["moonlitten"])
    [second] = SecondVersePronouncer(lambda words: [[]] * len(words)).pronounce(["moonlitten"])
    assert first == second


def test_entries_and_marked_words_are_not_doubted() -> None:
    network = FakeNetwork()
    pronouncer, first = SecondVersePronouncer(network), VersePronouncer(lambda words: [()] * len(words))
    words = ["love", "ev'ry", "well-bred", "1905", "", "!!!", "春"]
    assert pronouncer.pronounce(words) == first.pronounce(words)
    assert network.calls == []


@pytest.mark.parametrize(("word", "phones"), [("St.", "S EY1 N T"), ("St", "S EY1 N T"), ("Esq.", "EH1 S K W AY2 R")])
def test_abbreviations_are_words(word: str, phones: str) -> None:
    assert phones in [spoken for spoken, _ in said(word)]


@pytest.mark.parametrize("word", ["col", "gen", "hon"])
def test_a_word_in_small_letters_without_a_stop_is_no_abbreviation(word: str) -> None:
    assert said(word) == [
        (" ".join(one.phones), one.origin)
        for one in VersePronouncer(lambda words: [()] * len(words)).pronounce([word])[0]
    ]


def test_agreement_needs_as_many_vowels() -> None:
    assert agree(PANTRY, ("B", "AA1", "N", "T", "R", "IY2"))
    assert not agree(("B", "AE1", "N", "T", "ER0", "IY0"), PANTRY)
    assert not agree(("K", "AE1", "T"), ("D", "AO1", "G"))


def test_the_first_candidate_of_the_network_is_its_answer() -> None:
    words = ["vloon", "bantry", "zarathustra", "x", "春", "vloon"]
    model = load_g2p()
    candidates = model.candidates(words)
    assert [found[0].phones if found else () for found in candidates] == model.pronounce(words)
    for found in candidates:
        assert len({one.phones for one in found}) == len(found)
        assert sum(one.probability for one in found) <= 1.002
        assert all(sum(phone.endswith("1") for phone in one.phones) == 1 for one in found)
