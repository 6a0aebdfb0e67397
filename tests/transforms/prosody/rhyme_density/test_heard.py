import numpy as np

from tests.transforms.prosody.rhyme_density.patterns import LEXICON
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.heard import ORIGINS, SyllableLexicon

LINES = ["I was counting", "", "the 12 slithy—", "..."]


def test_syllables_have_their_line_word_and_place() -> None:
    heard = LEXICON.hear([["cat"], ["", "open the", "..."], []])
    assert heard.line.tolist() == [0, 2, 2, 2]
    assert heard.word.tolist() == [0, 1, 1, 2]
    assert heard.place.tolist() == [0, 0, 1, 0]
    assert heard.syllables_of_word.tolist() == [1, 2, 2, 1]
    assert heard.last_in_word.tolist() == [True, False, True, True]
    assert heard.last_in_line.tolist() == [True, False, False, True]
    assert heard.starts.tolist() == [0, 1, 4, 4]
    assert heard.verse.tolist() == [0, 1, 1, 1]
    assert (heard.lines.tolist(), heard.words.tolist()) == ([1, 3, 0], [1, 2, 0])


def test_every_syllable_has_the_origin_of_its_sound() -> None:
    heard = LEXICON.hear([["cat", "slithy", "wandrin'"]])
    origins = [ORIGINS[origin] for origin in heard.origin.tolist()]
    assert origins[0] == "entry"
    assert "guess" in origins
    assert LEXICON.pronunciation("Slithy") is not None


def test_light_words_lose_their_stress() -> None:
    assert LEXICON.hear([["my cat"]]).stress.tolist() == [0, 1]


def test_a_word_without_a_pronunciation_has_no_syllable_and_is_counted() -> None:
    heard = LEXICON.hear([["the 一二 cat"], ["cat"]])
    assert heard.unheard.tolist() == [1, 0]
    assert heard.words.tolist() == [3, 1]
    assert heard.last_in_line.tolist() == [False, True, True]


def test_guesses_can_be_left_out() -> None:
    sure = SyllableLexicon(VersePronouncer(), guesses=False)
    assert sure.hear([["slithy cat"]]).unheard.tolist() == [1]
    assert LEXICON.hear([["slithy cat"]]).unheard.tolist() == [0]
    assert sure.pronunciation("slithy") is None


def test_numbers_of_spellings_and_stems() -> None:
    heard = LEXICON.hear([["Cats cat cats dog"]])
    assert len(set(heard.spelling.tolist())) == 3
    assert len(set(heard.stem.tolist())) == 2
    assert heard.spelling[0] == heard.spelling[2]


def test_nothing_is_heard_in_nothing() -> None:
    heard = SyllableLexicon(VersePronouncer()).hear([])
    assert len(heard) == 0
    assert np.array_equal(heard.starts, [0])
