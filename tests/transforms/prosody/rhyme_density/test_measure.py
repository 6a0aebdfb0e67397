import pytest

from tests.transforms.prosody.rhyme_density.patterns import LEXICON
from versebench.transforms.prosody.rhyme_density import measure as module
from versebench.transforms.prosody.rhyme_density.measure import MarkedSyllable, VerseRhymes, measure
from versebench.transforms.prosody.rhyme_density.verse_rhymes import VerseRhymes as Detector
from versebench.transforms.prosody.rhyme_density.weightings import WEIGHTINGS, mean
from versebench.transforms.text.verse_words import entropy, verse_tokens


def measured(*verses: list[str]) -> list[VerseRhymes]:
    return measure(verses, LEXICON, Detector())


def test_a_verse_has_its_density_and_every_rhymed_syllable() -> None:
    (rhymes,) = measured(["The baker of bread", "", "Is a maker. In bed"])
    assert (rhymes.syllables, rhymes.rhymed, rhymes.density) == (11, 6, 6 / 11)
    assert rhymes.rhymed_by_length == (2, 4, 0)
    assert rhymes.rhymed_at_line_ends == 2
    assert rhymes.marks[0] == MarkedSyllable(0, 1, 0, 2, 0, 2, False, "entry")
    assert rhymes.marks[-1] == MarkedSyllable(2, 8, 0, 1, 2, 1, True, "entry")
    assert rhymes.tokens == 10, "the full stop is one"


def test_a_verse_without_syllables_has_no_density() -> None:
    (rhymes,) = measured(["...", "一"])
    assert rhymes.density is None
    assert set(rhymes.weighted.values()) == {None}
    assert (rhymes.words, rhymes.unheard_words) == (1, 1)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    verses = [["the cat", "the hat"], [], ["a dog"], ["...", "the log", "a dog"]]
    whole = measured(*verses)
    monkeypatch.setattr(module, "AT_ONCE", 1)
    assert measured(*verses) == whole


def test_tokens_are_words_in_lower_case_and_single_marks() -> None:
    assert verse_tokens(["“Don't go,” she Said...", "", "'Tis"]) == [
        *("“", "don't", "go", ",", "”", "she", "said", ".", ".", "."),
        "'tis",
    ]


def test_entropy_of_tokens() -> None:
    assert entropy(["a", "b", "c", "d"]) == 2
    assert entropy(["a", "a", "b", "b"]) == 1
    assert entropy(["a"] * 9) == 0
    assert entropy([]) == 0


@pytest.mark.parametrize(
    ("name", "weighted"),
    [("weighted-mean", (0.5, 0.25)), ("evenness", (0.5 * 2 / 3, 1.0)), ("product", (0.125, 1.0))],
)
def test_the_three_weightings(name: str, weighted: tuple[float, float]) -> None:
    assert WEIGHTINGS[name](0.5, 2.0, 8) == pytest.approx(weighted)


@pytest.mark.parametrize("name", list(WEIGHTINGS))
def test_a_verse_of_one_repeated_word_counts_nothing(name: str) -> None:
    density, weight = WEIGHTINGS[name](1.0, 0.0, 8)
    assert density * weight == 0
    assert WEIGHTINGS[name](1.0, 0.0, 1)[0] * WEIGHTINGS[name](1.0, 0.0, 1)[1] == 0
    assert WEIGHTINGS[name](1.0, 0.0, 0)[0] * WEIGHTINGS[name](1.0, 0.0, 0)[1] == 0


def test_the_weighted_mean_keeps_a_density_that_all_verses_share() -> None:
    weigh = WEIGHTINGS["weighted-mean"]
    assert mean([weigh(0.4, 5.0, 100), weigh(0.4, 3.0, 50), weigh(0.9, 0.0, 9)]) == pytest.approx(0.4)
    assert mean([]) is None
    assert mean([weigh(0.9, 0.0, 9)]) is None
