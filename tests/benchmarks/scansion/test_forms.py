"""The shares of verse of known form, on scansions made for the test."""

from benchmarks.scansion.forms import MOST_PASSAGES, PASSAGE, beats_share, passages_of, watts_share
from benchmarks.scansion.goals import goals
from training.scansion_data import EPG, HAND
from versebench.models.scanner.contract import Reading, ScannedVerse, Scansion


def scansion(*patterns: str) -> Scansion:
    lines = tuple(ScannedVerse((Reading((pattern,), 0),) if pattern else ()) for pattern in patterns)
    return Scansion("iambic", (4,), 0, (lines,))


def test_a_stanza_in_one_of_three_metres_counts() -> None:
    eight, six = "-+" * 4, "-+" * 3
    hymns = [scansion(eight, six, eight, six), scansion(six, six, eight, six), scansion(eight, six, eight, "")]
    texts = [[["a", "b", "c", "d"]]] * 3
    assert watts_share(texts, hymns, ()) == {"stanzas": 3, "share": 2 / 3}
    assert watts_share(texts, hymns, {"b"}) == {"stanzas": 0, "share": None}
    assert watts_share([[["a", "b", "c"]]], [scansion(eight, six, eight)], ()) == {"stanzas": 0, "share": None}


def test_lines_that_were_learned_from_do_not_count() -> None:
    passage = scansion("-+" * 5, "-+" * 4, "")
    assert beats_share([[["a", "b", "c"]]], [passage], 5, ()) == {"lines": 3, "share": 1 / 3}
    assert beats_share([[["a", "b", "c"]]], [passage], 5, {"b", "c"}) == {"lines": 1, "share": 1.0}


def test_a_long_work_is_cut_into_passages() -> None:
    passages = passages_of([["line"] * 200])
    assert [len(passage) for passage in passages] == [PASSAGE] * MOST_PASSAGES
    assert [len(passage) for passage in passages_of([["line"] * 10, ["line"] * 5])] == [14, 1]
    assert passages_of([["BOOK I.", "line"]]) == [["line"]]


def test_goals_are_met_or_missed() -> None:
    sets = {EPG: {"lines_right": 0.7, "syllables_right": 0.94}, HAND: {"lines_right": 0.95, "syllables_right": 0.99}}
    scored = goals({"accuracy": {"sets": sets}, "speed": {EPG: {"scan_us": 301.0}}})
    assert [goal.met for goal in scored] == [True, False, True, True, False]
    share = {"share": 0.95}
    forms = goals({"forms": {"hymn": share, "blank-verse": share, "couplets": {"share": None}, "strong-stress": share}})
    assert [goal.met for goal in forms] == [True, False, True]
