import pytest

from benchmarks.ear.pronunciation import SpokenWord, family, figures, origins
from training.ear_data import Entry
from training.ear_measures import compare, distance, rhymes_right, rhyming_part
from versebench.models.pronunciation.contract import Pronunciation

ENTRIES = [
    Entry("near", (("N", "IH1", "R"),)),
    Entry("wanted", (("W", "AA1", "N", "T", "AH0", "D"), ("W", "AO1", "N", "T", "IH0", "D"))),
]


def test_edit_distance_of_phones() -> None:
    assert distance(("K", "AE", "T"), ("K", "AA", "T", "S")) == 2
    assert distance((), ("T",)) == distance(("T",), ()) == 1


def test_the_closest_variant_counts() -> None:
    errors = compare(ENTRIES, [("N", "IY1", "R"), ("W", "AO1", "N", "T", "IH0", "D")], tuple)
    assert (errors.words, errors.right, errors.phones, errors.wrong) == (2, 1, 9, 1)


def test_rhyming_parts_begin_at_the_last_stress() -> None:
    assert rhyming_part(("W", "AA1", "N", "T", "AH0", "D")) == ("AA", "N", "T", "AH", "D")
    assert rhymes_right(ENTRIES, [("IH1", "R"), ("AO1", "N", "T", "IH0", "D")]) == 1.0


def test_figures_of_a_system_with_stress_and_of_one_without() -> None:
    ours = figures(ENTRIES, SpokenWord("ours", [one.variants[0] for one in ENTRIES], 10.0, stressed=True))
    theirs = figures(
        ENTRIES, SpokenWord("theirs", [("N", "IY", "R"), ("W", "AA", "N", "T", "IH", "D")], 5.0, stressed=False)
    )
    assert (ours["stressed_words_right"], ours["words_right"], ours["rhyming_part_right"]) == (1.0, 1.0, 1.0)
    assert (theirs["phone_error_rate"], theirs["words_right"]) == (2 / 9, 0.0)
    assert (theirs["near_phone_error_rate"], theirs["near_words_right"]) == (0.0, 1.0)
    assert theirs["rhyming_part_right"] is None
    assert "stressed_words_right" not in theirs


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("cmudict", "dictionary"),
        ("verse-lexicon", "lexicon of verse"),
        ("cmudict+possessive", "rule: possessive"),
        ("verse-lexicon+cmudict+hyphen", "rule: hyphen"),
        ("cmudict+elided-ed+hyphen", "rule: elided-ed + hyphen"),
        ("g2p.v1", "guess"),
    ],
)
def test_families_of_origins(origin: str, name: str) -> None:
    assert family([Pronunciation(("AH0",), origin)]) == name


def test_a_word_without_sound_has_no_origin() -> None:
    assert family([]) == "none"


def test_tokens_and_types_of_lines() -> None:
    found = origins(["The cat and the vloon's cat", "'Tis"])
    assert (found["tokens"], found["types"]) == (7, 5)
    by_name = {one["family"]: (one["tokens"], one["types"]) for one in found["families"]}
    assert by_name == {"dictionary": (5, 3), "guess": (1, 1), "lexicon of verse": (1, 1)}
