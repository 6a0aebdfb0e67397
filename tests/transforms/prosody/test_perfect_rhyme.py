"""Rhyme on pairs of words scored by hand, with the pronunciations of CMUdict."""

import pytest

from versebench.models.pronunciation.cmudict import CmudictPronouncer
from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.prosody.perfect_rhyme import rhyme, rhyming_part

PERFECT = """air/care guest/distressed pie/nearby machine/between night/right plum/become fridge/ridge may/weigh
though/go blue/through choir/higher sea/me one/done height/light enough/stuff bough/cow debt/yet
colonel/kernel laughed/draft""".split()
FEMININE = "motion/ocean daughter/water singing/bringing pleasure/measure weather/feather station/nation".split()
DACTYLIC = "glorious/victorious history/mystery vanity/sanity".split()
IDENTICAL = "time/time loft/Loft there/their night/knight leaf/relief".split()
VARIANTS = "tomato/potato read/bed read/need either/neither".split()
SLANT = "time/line home/stone road/bow orange/door mind/crime worm/swarm bridge/grudge eyes/light".split()
EYE = "cough/bough love/move through/tough comb/tomb bear/fear have/cave food/good".split()
UNRELATED = "cat/dog sing/song baker/sailor happy/funny".split()
ONLY_UNSTRESSED_ENDS_AGREE = "singing/walking motion/nation baker/singer".split()


def pronunciations_of(word: str) -> tuple[Pronunciation, ...]:
    [found] = CmudictPronouncer().pronounce([word])
    assert found, f"{word} is not in the dictionary"
    return found


@pytest.mark.parametrize("pair", PERFECT + FEMININE + DACTYLIC + IDENTICAL + VARIANTS)
def test_rhymes(pair: str) -> None:
    one, other = map(pronunciations_of, pair.split("/"))
    assert rhyme(one, other)
    assert rhyme(other, one)


@pytest.mark.parametrize("pair", SLANT + EYE + UNRELATED + ONLY_UNSTRESSED_ENDS_AGREE)
def test_does_not_rhyme(pair: str) -> None:
    one, other = map(pronunciations_of, pair.split("/"))
    assert not rhyme(one, other)
    assert not rhyme(other, one)


@pytest.mark.parametrize(
    ("phones", "part"),
    [
        ("K AE1 T", "AE T"),
        ("M OW1 SH AH0 N", "OW SH AH N"),
        ("HH IH1 S T ER0 IY0", "IH S T ER IY"),
        ("K AE1 T ER0 P IH2 L ER0", "IH L ER"),
        ("DH AH0", "AH"),
        ("B AH0 T ER0", "ER"),
        ("SH", ""),
        ("", ""),
    ],
)
def test_rhyming_part_runs_from_the_last_stressed_vowel(phones: str, part: str) -> None:
    assert rhyming_part(phones.split()) == tuple(part.split())


def test_what_has_no_vowel_or_no_pronunciation_rhymes_with_nothing() -> None:
    hush = (Pronunciation(("SH",), "test"),)
    assert not rhyme(hush, hush)
    assert not rhyme((), pronunciations_of("cat"))
    assert not rhyme(pronunciations_of("cat"), ())
