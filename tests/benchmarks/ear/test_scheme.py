from benchmarks.ear.scheme import Labelled, Miss, labelled, measure, misses
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder

GOOD = ("a cat", "a mat", "the fog", "the dog", "a hat")


def test_poems_of_the_sample() -> None:
    poems = labelled()
    assert sum(not poem.flaw for poem in poems) == 220
    assert sum(bool(poem.flaw) for poem in poems) == 11
    assert {len(poem.lines) for poem in poems} == {5}


def test_misses_on_both_sides() -> None:
    poems = [
        Labelled("good", GOOD),
        Labelled("heard otherwise", (*GOOD[:4], "a house")),
        Labelled("flawed", (*GOOD[:4], "a house"), "the last line"),
        Labelled("heard as good", GOOD, "none that is heard"),
    ]
    found = misses(poems, SchemeFinder(VersePronouncer()))
    assert found == [Miss("heard otherwise", "aabbx", ""), Miss("heard as good", "aabba", "none that is heard")]


def test_figures() -> None:
    measured = measure()
    assert measured["good"]["right"] > 0.9
    assert measured["flawed"]["poems"] == 11
