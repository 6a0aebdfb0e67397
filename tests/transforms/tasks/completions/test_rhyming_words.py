"""Which words a line may end on."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from versebench.models.generators.contract import Ending
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.settings import BRITISH, VERSE, RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.rhyming_words import end_words, entries, rhyming_words

WORDS = "nose hill Spain rain moon dee flea daughter station tree door saw night behold cat victorious".split()

LISTED = "goes chill Maine spoon sea water nation told glorious bat".split()


@cache
def sounds(rhymes: RhymeSettings = VERSE) -> SoundMemory:
    return SoundMemory(VersePronouncer(lambda words: [()] * len(words)), rhymes)


def words(*lines: str, repeated: bool = False, rhymes: RhymeSettings = VERSE) -> list[str]:
    return [ending.word for ending in rhyming_words(lines, sounds(rhymes), repeated_end_word=repeated)]


def test_words_rhyme_with_every_line() -> None:
    assert {"said", "head"} <= set(words("what I had read", "and went to bed."))
    assert {"seed", "indeed"} <= set(words("what I had read", "what he would need"))
    assert not {"said", "seed"} & set(words("a bead", "and went to bed."))
    assert words("in the night", "to bed") == []


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2), st.booleans())
@settings(deadline=None, max_examples=40)
def test_every_word_is_accepted_and_none_of_the_list_is_left_out(some: list[str], repeated: bool) -> None:
    finder = sounds().finder_of(VERSE)
    ends = finder.line_ends(some)
    found = words(*some, repeated=repeated)
    assert all(finder.agree(end, one) for end in ends for one in finder.line_ends(found))
    own = {word.casefold() for word in some}
    assert repeated or not own & {word.casefold() for word in found}
    for word in LISTED:
        [end] = finder.line_ends([word])
        assert (word in found) == all(finder.agree(other, end) for other in ends)


def test_a_rhyme_of_several_words_counts() -> None:
    assert "sonnet" in words("he wrote down upon it", "on it")
    assert "sonnet" not in words("he had seen it", "but meant it")


@pytest.mark.parametrize("spelling", ["nose", "NOSE", "Nose"])
def test_an_end_word_comes_again_only_where_that_is_allowed(spelling: str) -> None:
    lines = f"There was an Old Man with a {spelling},", "Who said, “If you choose to suppose"
    assert not {"nose", spelling, "suppose"} & set(words(*lines))
    assert {spelling, "suppose", "rose"} <= set(words(*lines, repeated=True))
    assert len(set(words(*lines, repeated=True))) == len(words(*lines, repeated=True))


def test_an_apostrophe_is_the_same_in_either_shape() -> None:
    assert not {"don’t", "don't"} & set(words("I won’t", "and I don’t"))
    assert "don’t" in words("I won’t", "and I don’t", repeated=True)


def test_names_have_a_capital_and_what_only_name_lists_hold_is_no_word() -> None:
    assert {"Maine", "plain"} <= set(words("in Spain", "the rain"))
    assert not {"maine", "kaine", "wayne", "mcclain"} & set(words("in Spain", "the rain"))
    kept = end_words()
    assert not {"aaberg", "tv", "b", "mr", "jan", "hz", "can't", "smith's"} & kept.keys()
    assert {
        "i": "I",
        "me": "me",
        "him": "him",
        "there": "there",
        "loves": "loves",
        "rose": "rose",
    }.items() <= kept.items()
    assert all(word.lower() == spelling and word.isalpha() and spelling in entries() for spelling, word in kept.items())


def test_a_rhyme_behind_the_main_stress_is_not_offered() -> None:
    assert not {"shadows", "rainbows"} & set(words("nose", "goes"))
    assert {"buffalos", "suppose"} <= set(words("nose", "goes"))


def test_settings_of_the_ear_decide() -> None:
    assert "saw" not in words("the door")
    assert "saw" in words("the door", rhymes=BRITISH)


def test_order_and_syllables() -> None:
    found = rhyming_words(["of the moon", "so soon"], sounds(), repeated_end_word=False)
    assert [ending.word for ending in found] == sorted(ending.word for ending in found)
    assert {Ending("noon", 1), Ending("balloon", 2), Ending("afternoon", 3)} <= set(found)


@pytest.mark.parametrize("lines", [["of Vloon", "brillig Xq"], [""], ["...", "moon"], ["orange"]])
def test_nothing_rhymes_with_what_is_not_known(lines: list[str]) -> None:
    assert words(*lines) == []
