"""The sample corpus: every flawed poem is refused for its flaw, and the good ones are kept."""

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.transforms.filters.stanzas import stanza
from versebench.transforms.filters.clean import refused_by
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.sources.normalise import Normalisation, normalise

SAMPLES = Path(__file__).parents[3] / "samples"
OF_INGEST = {"empty_text", "control_characters", "duplicate_text"}

BEYOND_CMUDICT = """vb-a-001 vb-a-019 vb-a-020 vb-a-037 vb-a-071 vb-a-076 vb-a-092 vb-b-030 vb-b-061 vb-x-036""".split()
"""Good poems with a word that CMUdict lacks, so that their syllables cannot be counted."""

END_WORDS_BEYOND_CMUDICT = "vb-a-035 vb-a-066".split()
"""Good poems whose end word is a compound that CMUdict lacks (forty-eight, two-ten)."""


def flaws() -> dict[str, str]:
    with (SAMPLES / "flaws.csv").open(encoding="utf-8") as file:
        return {row["id"]: row["expect"] for row in csv.DictReader(file)}


@cache
def poems() -> dict[str, str]:
    return {row["id"]: row["limerick"] for row in json.loads((SAMPLES / "limericks.json").read_text(encoding="utf-8"))}


def verdict(name: str, profile: str) -> Refusal | None:
    text = normalise(poems()[name], Normalisation())
    if isinstance(text, Refusal):
        return text
    refused = refused_by(stanza(text), PROFILES[profile])
    return None if refused is None else refused.refusal


@pytest.mark.parametrize(("name", "expected"), flaws().items())
def test_a_flawed_poem_is_refused_for_its_flaw(name: str, expected: str) -> None:
    refusal = verdict(name, "ranlp2021")
    if expected in ("kept", "duplicate_text") and name not in BEYOND_CMUDICT:
        assert refusal is None
    elif expected == "kept":
        assert refusal
        assert refusal.reason == "short_lines.unknown_word"
    else:
        assert refusal
        assert refusal.reason.split(".")[0] == expected


@pytest.mark.parametrize(
    ("profile", "refused"),
    [
        ("ranlp2021", {"short_lines.unknown_word": 9, "end_words_in_dictionary": 2}),
        ("jcls2022", {"rhyme_scheme.no_pronunciation": 2}),
        ("versebench", {"rhyme_scheme.no_pronunciation": 2}),
    ],
)
def test_good_poems_are_kept_but_for_words_that_the_dictionary_lacks(profile: str, refused: dict[str, int]) -> None:
    good = [name for name in poems() if name not in flaws()]
    found = {name: refusal.reason for name in good if (refusal := verdict(name, profile))}
    assert len(good) == 220
    assert Counter(found.values()) == refused
    assert set(found) <= {*BEYOND_CMUDICT, *END_WORDS_BEYOND_CMUDICT}


def test_every_refused_word_is_really_not_in_the_dictionary() -> None:
    for name in [*BEYOND_CMUDICT, *END_WORDS_BEYOND_CMUDICT]:
        refusal = verdict(name, "ranlp2021")
        assert refusal
        word = refusal.detail.split(": ")[1]
        assert not stanza(word).pronunciations(0)
