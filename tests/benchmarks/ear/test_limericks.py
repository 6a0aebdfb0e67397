import csv
import json
from pathlib import Path

import pytest

from benchmarks.ear.limericks import READ, RIGHT, WRONG, measure, read_verdicts

GOOD = ["There once was a cat", "Who sat on a mat", "It slept in the sun", "It had a great run", "And lived in a hat"]
POEMS = {
    "good": GOOD,
    "broken": [*GOOD[:4], "And lived in a house"],
    "new": [*GOOD[:4], "And lived in a tree"],
    "four": GOOD[:4],
}


def test_refusals_are_counted_by_verdict(tmp_path: Path) -> None:
    """A refusal without a verdict counts as wrong; a poem of four lines is left out."""
    poems, read = tmp_path / "poems.jsonl", tmp_path / "read.csv"
    poems.write_text("".join(json.dumps({"id": poem, "lines": lines}) + "\n" for poem, lines in POEMS.items()))
    read.write_text("id,end_words,refusal,cause\nbroken,a / b,right,no rhyme\n")
    found = measure(poems, read)
    assert found["limericks"] == 3
    for system in found["settings"]:
        assert (system["refused"], system["wrongly_refused"], system["unread"]) == (2, 1, 1)
        assert [one["poem"] for one in system["refusals"]] == ["broken", "new"]


def test_an_unknown_verdict_is_named(tmp_path: Path) -> None:
    read = tmp_path / "read.csv"
    read.write_text("id,end_words,refusal,cause\nbroken,a / b,perhaps,\n")
    with pytest.raises(ValueError, match="unknown verdict 'perhaps'; write wrong or right"):
        read_verdicts(read)


def test_the_published_verdicts_hold_words_only() -> None:
    with READ.open(encoding="utf-8", newline="") as rows:
        read = list(csv.DictReader(rows))
    assert read
    for row in read:
        assert row["refusal"] in (WRONG, RIGHT)
        assert row["cause"]
        assert len(row["end_words"].split(" / ")) == 5
        assert all(len(words.split()) == 1 for words in row["end_words"].split(" / "))
