"""Settings of a study that stand for the procedure of a paper; a specification may override each."""

from typing import Any

PROFILES: dict[str, dict[str, Any]] = {
    "versebench": {"order": "mixed", "judges": {"items": 40, "most": 30, "judgements_per_item": 3}},
    "ranlp2021": {"order": "blocked", "judges": {"items": 20, "most": 11, "judgements_per_item": 1}},
    "jcls2022": {"order": "blocked", "judges": {"items": 20, "most": 3, "judgements_per_item": 2}},
    "ghostwriting2016": {"order": "blocked", "judges": {"items": 40, "most": 20, "judgements_per_item": 2}},
    "proftap2024": {"order": "mixed", "judges": {"items": 110, "most": 13, "judgements_per_item": 2}},
}
"""Profiles by name: the order of items, how many a judge gets, how many judges there are, and judgements of an item."""
