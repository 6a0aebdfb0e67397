"""What every registered detector promises, and the rhymes of every name, which never change."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.transforms.prosody.rhyme_density.patterns import LEXICON, patterns
from training.calibrate_rhymes import MARKS
from training.rhyme_marks import read_marks
from versebench.transforms.prosody.rhyme_density.registry import DEFAULT, DETECTORS

GOLDEN = Path(__file__).with_name("golden_rhymes.json")
VERSES = [verse.texts for verse in read_marks(MARKS)]
EDGES: list[list[str]] = [[], [""], ["..."], ["cat"], ["sh!"], ["cat hat"], ["cat", "hat"]]


@pytest.fixture(params=list(DETECTORS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_default_is_registered() -> None:
    assert DEFAULT in DETECTORS


def test_the_rhymes_of_a_name_never_change(name: str) -> None:
    assert patterns(VERSES, DETECTORS[name]) == json.loads(GOLDEN.read_text())[name]


def test_a_verse_has_the_same_rhymes_whatever_stands_beside_it(name: str) -> None:
    together = patterns([*EDGES, *VERSES], DETECTORS[name])
    alone = [patterns([verse], DETECTORS[name])[0] for verse in [*EDGES, *VERSES]]
    assert together == alone


def test_pairs_are_of_two_syllables_of_one_verse(name: str) -> None:
    syllables = LEXICON.hear([*VERSES, *EDGES, *VERSES])
    pairs = DETECTORS[name].pairs(syllables)
    assert (pairs.later > pairs.earlier).all()
    assert np.array_equal(syllables.verse[pairs.later], syllables.verse[pairs.earlier])


def test_densities_are_known_if_there_is_a_syllable(name: str) -> None:
    syllables = LEXICON.hear([*EDGES, *VERSES])
    densities = DETECTORS[name].densities(syllables, DETECTORS[name].pairs(syllables))
    assert np.array_equal(np.isnan(densities), np.diff(syllables.starts) == 0)
    assert np.nanmin(densities) >= 0


def test_no_verse_at_all(name: str) -> None:
    assert patterns([], DETECTORS[name]) == []


if __name__ == "__main__":
    known = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    new = {name: patterns(VERSES, detector) for name, detector in DETECTORS.items() if name not in known}
    GOLDEN.write_text(json.dumps(known | new, indent=1) + "\n")
