"""Words outside the dictionary: the published verdicts, and how they are counted."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from benchmarks.ear.outside_words import READ, WORDS, drawn, measure, readings

HEAD = "word,reading,verdict,network,network_verdict\n"


def test_the_words_are_in_three_poems_and_not_in_the_dictionary(tmp_path: Path) -> None:
    folder = tmp_path / "verse"
    folder.mkdir()
    texts = ["the vloon of gorm", "the vloon’s the vloon", "a vloon and gorm 17", "春 vloon’s vloon’s", "vloon’s"]
    with gzip.open(folder / "poems.jsonl.gz", "wt", encoding="utf-8") as rows:
        rows.write("".join(json.dumps({"text": text}) + "\n" for text in texts))
    assert set(drawn(tmp_path)) == {"vloon", "vloon's"}
    assert drawn(tmp_path / "nothing") == []


def test_a_reading_that_has_changed_counts_as_wrong(tmp_path: Path) -> None:
    [(first, alone)] = readings(["bairnies"])
    read = tmp_path / "read.csv"
    read.write_text(f"{HEAD}bairnies,{first},acceptable,{alone},wrong\nbairnies,X,acceptable,{alone},acceptable\n")
    assert measure(tmp_path, read) == {
        "words": 2,
        "acceptable": 0.5,
        "network_alone": 0.5,
        "unread": 1,
        "drawn": None,
    }


def test_an_unknown_verdict_is_named(tmp_path: Path) -> None:
    read = tmp_path / "read.csv"
    read.write_text(f"{HEAD}bairnies,X,perhaps,X,wrong\n")
    with pytest.raises(ValueError, match="bairnies has an unknown verdict; write acceptable or wrong"):
        measure(tmp_path, read)


def test_the_published_words_are_read_as_the_sources_read_them() -> None:
    with READ.open(encoding="utf-8", newline="") as rows:
        read = list(csv.DictReader(rows))
    assert len({row["word"] for row in read}) == WORDS
    assert measure(READ.parent)["unread"] == 0
