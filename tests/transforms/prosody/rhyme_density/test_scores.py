from itertools import product

import numpy as np
import pytest

from versebench.transforms.prosody.rhyme_density.inventory import Inventory
from versebench.transforms.prosody.rhyme_density.scores import TABLES, coda_scores, load_table
from versebench.transforms.prosody.rhyme_density.syllables import Syllable, split, unstressed

TABLE = load_table()
CODAS = [(), ("T",), ("D",), ("S", "T"), ("T", "S"), ("L", "D"), ("N", "D", "Z"), ("NG", "K", "TH", "S"), ("R",)]


def syllables(phones: str, *, light: bool = False) -> tuple[Syllable, ...]:
    return unstressed(split(phones.split())) if light else split(phones.split())


def test_the_worked_example_of_the_article() -> None:
    """Breakin' the mold / checkin' my code. The article's last term is misprinted: its own parts add up to 5.15."""
    upper = [*syllables("B R EY1 K IH0 N"), *syllables("DH AH0", light=True), *syllables("M OW1 L D")]
    lower = [*syllables("CH EH1 K IH0 N"), *syllables("M AY1", light=True), *syllables("K OW1 D")]
    terms = [TABLE.syllables(first, second) for first, second in zip(upper, lower, strict=True)]
    assert terms == pytest.approx([2.1, 4.2, -1.4, 2.8 + (0.4 + 2.3) / 2 + 1.0])


def test_unmatched_consonants_stand_before_or_after_the_pairs() -> None:
    assert TABLE.coda((), ("Z",)) == pytest.approx(1.1)  # the better of both ends
    assert TABLE.coda((), ("L",)) == pytest.approx(0.4)
    assert TABLE.coda((), ()) == 0
    assert TABLE.coda(("S", "T"), ("T",)) == pytest.approx((0.5 + TABLE.coda(("T",), ("T",))) / 2)


def test_two_codas_share_at_least_one_place() -> None:
    assert TABLE.coda(("T",), ("D",)) == pytest.approx(0.2)  # T before and D after it would add up to more


@pytest.mark.parametrize("name", TABLES)
def test_tables_and_scores_are_symmetric(name: str) -> None:
    table = load_table(name)
    assert table.name == name
    assert np.array_equal(table.vowel_scores, table.vowel_scores.T)
    assert np.array_equal(table.consonant_scores, table.consonant_scores.T)
    assert (np.diag(table.vowel_scores) > 0).all()
    assert (np.diag(table.consonant_scores) > 0).all()
    scores = coda_scores(table, CODAS)
    assert np.allclose(scores, scores.T)


def test_scores_of_syllables_are_symmetric() -> None:
    all_syllables = [
        Syllable(vowel, coda, stress) for vowel, coda, stress in product("AA IY".split(), CODAS[:4], (0, 1, 2))
    ]
    for first, second in product(all_syllables, repeat=2):
        assert TABLE.syllables(first, second) == pytest.approx(TABLE.syllables(second, first))


def test_stress_counts() -> None:
    weak, strong, secondary = (Syllable("IY", (), stress) for stress in (0, 1, 2))
    assert TABLE.syllables(strong, strong) - TABLE.syllables(weak, weak) == pytest.approx(1)
    assert TABLE.syllables(strong, weak) - TABLE.syllables(weak, weak) == pytest.approx(-1)
    assert TABLE.syllables(secondary, weak) == TABLE.syllables(weak, weak)


def test_an_inventory_that_grows_has_the_scores_of_one_made_at_once() -> None:
    grown, whole = Inventory(), Inventory()
    for place, coda in enumerate(CODAS):
        grown.numbers(Syllable(TABLE.vowels[place], coda, 1))
        grown.scores(TABLE)
        whole.numbers(Syllable(TABLE.vowels[place], coda, 1))
    for mine, theirs in zip(grown.scores(TABLE), whole.scores(TABLE), strict=True):
        assert np.array_equal(mine, theirs)
