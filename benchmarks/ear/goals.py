"""The goals of pronunciation and rhyme detection, and whether they are met."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.ear.limericks import DEFAULT
from benchmarks.ear.rhyme import END_WORDS, FULL_LINES, OURS
from benchmarks.ear.syllables import CMUDICT, EAR, G2P
from benchmarks.harness import Goal

PROSODIC_TIMES = {FULL_LINES: 40, END_WORDS: 15}
WORDS_PER_SECOND = 20_000
PROCESSES = 2

Figures = Mapping[str, Any]

SHARE = "{:.2%}"


def goals(sections: Figures) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    scored = {
        "pronunciation": _pronunciation,
        "syllables": _syllables,
        "lines": _lines,
        "rhyme": _rhyme,
        "grouping": _grouping,
        "limericks": _limericks,
        "outside": _outside_words,
        "tags": _tags,
    }
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name])]


def _pronunciation(found: Figures) -> Iterator[Goal]:
    ours = found["systems"][G2P]
    yield Goal("phone error rate of held-out words", ours["phone_error_rate"], 0.08, SHARE, at_most=True)
    yield Goal("held-out words right, without stress", ours["words_right"], 0.70, SHARE)


def _syllables(found: Figures) -> Iterator[Goal]:
    yield Goal("syllables of held-out words of CMUdict", found["right"][G2P][CMUDICT], 0.96, SHARE)


def _lines(found: Figures) -> Iterator[Goal]:
    if pope := found["pope"]:
        yield Goal("lines of Pope, as spoken", pope["usual_syllables"][EAR], 0.95, SHARE)
        yield Goal("lines of Pope, can be metrical", pope["can_be_metrical"][EAR], 0.95, SHARE)


def _rhyme(found: Figures) -> Iterator[Goal]:
    """prosodic is measured in two ways, and the better one counts, in F1 as in speed."""
    by_poet: dict[str, dict[str, float]] = {}
    for result in found["results"]:
        by_poet.setdefault(result["poet"], {})[result["system"]] = result["f1"]
    for poet, scores in by_poet.items():
        if len(scores) > 1:
            best = max(score for system, score in scores.items() if system != OURS)
            yield Goal(f"F1 of rhymes above all peers, {poet}", scores[OURS], best, SHARE, strict=True)
    for lines, speeds in found["speeds"].items():
        ratios = speeds["times_as_fast_as"]
        if times := [ratio for peer, ratio in ratios.items() if peer.startswith("prosodic")]:
            name = f"lines per second, relative to prosodic, {lines}"
            yield Goal(name, min(times), PROSODIC_TIMES[lines], "{:,.1f}")


def _grouping(found: Figures) -> Iterator[Goal]:
    yield Goal("F1 of rhymes, mean of poets left out", found["macro_f1"], 0.975, SHARE)


def _limericks(found: Figures) -> Iterator[Goal]:
    [default] = [system for system in found["settings"] if system["name"] == DEFAULT]
    share = default["wrongly_refused"] / found["limericks"]
    yield Goal("limericks wrongly refused by the default profile", share, 0.05, SHARE, at_most=True)


def _outside_words(found: Figures) -> Iterator[Goal]:
    yield Goal("words outside the dictionary read acceptably", found["acceptable"], 0.92, SHARE)
    yield Goal("words outside the dictionary, network alone", found["network_alone"], 0.80, SHARE)


def _tags(found: Figures) -> Iterator[Goal]:
    if found["ewt_test"] is not None:
        yield Goal("parts of speech, EWT test", found["ewt_test"], 0.94, SHARE)
    speed = found["words_per_second"][PROCESSES]["clock"]
    yield Goal(f"words tagged per second, {PROCESSES} processes", speed, WORDS_PER_SECOND, "{:,.0f}")
