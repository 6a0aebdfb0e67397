"""Rules of the second edition, each beside the first, which must not change."""

from collections.abc import Mapping, Sequence

import pytest

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhymes.cluster import Reach, cluster
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, BRITISH, EITHER, Edition, RhymeSettings
from versebench.transforms.prosody.rhymes.verify import mismatches

SECOND = RhymeSettings(edition=Edition.SECOND)
GUESSES: Mapping[str, tuple[str, ...]] = {
    "ninetail": ("N", "AY1", "N", "T", "EY2", "L"),
    "gornak": ("G", "AO1", "R", "N", "AE0", "K"),
    "zorta": ("Z", "AO1", "R", "T", "AA0"),
    "vatka": ("V", "AE1", "T", "K", "AH0"),
    "wrekish": ("R", "IY1", "K", "IH0", "N"),
    "norsica": ("N", "AO1", "R", "S", "IH0", "K", "AH0"),
    "vitton": ("V", "IH1", "T", "AH0", "N"),
    "drumbia": ("D", "R", "AH1", "M", "B", "IY0", "AH0"),
    "vantry": ("V", "AE1", "N", "T", "R", "IY0"),
}


def finder(settings: RhymeSettings) -> SchemeFinder:
    def guess(words: Sequence[str]) -> list[tuple[str, ...]]:
        return [GUESSES.get(word, ()) for word in words]

    return SchemeFinder(VersePronouncer(guess), settings)


def full(first: str, second: str, settings: RhymeSettings) -> bool:
    return finder(settings).rhyme(first, second).rhymes


@pytest.mark.parametrize(
    ("first", "second"), [("a royal prince", "and the prints"), ("a man from Gornak", "upon his back")]
)
def test_rhymes_of_the_second_edition_only(first: str, second: str) -> None:
    assert not full(first, second, AMERICAN)
    assert full(first, second, SECOND)


def test_a_rhyme_may_start_at_the_primary_stress() -> None:
    """Both start at the first stress in the second edition; in the first, at the last."""
    parts = {edition: finder(RhymeSettings(edition=edition)).line_ends(["ninetail"])[0].alone for edition in Edition}
    assert parts[Edition.FIRST].stressed == {("EY", "L")}
    assert parts[Edition.SECOND].stressed == {("EY", "L"), ("AY", "N", "T", "EY", "L")}


def test_any_monosyllable_can_end_a_mosaic_rhyme() -> None:
    """As in Kamschatka / fat cur; a rhyme of one syllable is no mosaic rhyme."""
    lines = ["there once was a man of Vatka", "who owned a remarkably fat cur"]
    assert not full(lines[0], lines[1], BRITISH)
    assert full(lines[0], lines[1], EITHER)
    assert finder(EITHER).scheme(lines) == "aa"
    assert not full(lines[0], "who owned a remarkably fat dog", EITHER)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("a man from Wrekish", "his boots were all creaking"),  # -ing without its g
        ("a man of Moldavia", "of curious behavior"),  # an unstressed IY as Y
        ("a lady of Norsica", "was called a saucy-cur"),  # an unstressed IY within a word, reduced
        ("a man of Vitton", "a chair he could sit on"),  # a light word, reduced
        ("a man of Drumbia", "who called for some beer"),  # the vowel of beer without stress
        ("and a small puppy", "it quickly snapt up he"),  # the stress on a light word before the last
    ],
)
def test_weak_sounds_rhyme_by_the_second_edition_in_either_accent(first: str, second: str) -> None:
    assert not full(first, second, BRITISH)
    assert full(first, second, EITHER)
    assert finder(EITHER).scheme([first, second]) == "aa"


@pytest.mark.parametrize(
    ("first", "second"),
    [("he was ruing", "in the inn"), ("she was happy", "he was hoppy"), ("the table", "was able to"), ("king", "kin")],
)
def test_weak_sounds_do_not_make_everything_rhyme(first: str, second: str) -> None:
    assert not full(first, second, EITHER)


def test_a_last_a_without_stress_is_reduced() -> None:
    assert full("a man of Zorta", "and a little shorter", EITHER)


def test_either_accent_is_british_with_american() -> None:
    assert full("the saw", "the door", EITHER)
    assert not full("the saw", "the door", SECOND)


def test_a_monorhyme_is_no_couplet() -> None:
    """Six lines of one sound, of which two only nearly rhyme: in couplets nothing joins them."""

    def rhymes(first: int, second: int) -> float | None:
        return 0.0 if 5 not in (first, second) else None

    def near(first: int, second: int) -> float | None:
        return 0.04 if 5 in (first, second) else 0.0

    assert cluster(6, rhymes, rhymes, near, Reach()) == [0, 0, 0, 0, 0, 5]
    assert cluster(6, rhymes, rhymes, near, Reach(couplets_differ=True)) == [0] * 6


def test_couplets_of_several_sounds_stay_couplets() -> None:
    def rhymes(first: int, second: int) -> float | None:
        return 0.0 if first // 2 == second // 2 else None

    groups = cluster(6, rhymes, rhymes, lambda _first, _second: None, Reach(couplets_differ=True))
    assert groups == [0, 0, 2, 2, 4, 4]


def test_messages_show_guesses_and_the_whole_mosaic() -> None:
    lines = ["the man of Vantry", "was fond of it"]
    [first] = mismatches(lines, "AA", finder(AMERICAN))
    [second] = mismatches(lines, "AA", finder(SECOND))
    assert "Vantry / it" in str(first)
    assert "lines 1 and 2 do not rhyme: Vantry (guessed V AE N T R IY) / fond of it" in str(second)


def test_the_first_edition_is_not_named_in_ids() -> None:
    assert AMERICAN.described() == {"accent": "american", "historical": False, "guesses": True}
    assert EITHER.described()["edition"] == "rhymes.v2"
