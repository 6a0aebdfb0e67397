"""Copies of training lines are told by their words."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scorers.corpus import Poem
from training.training_lines import hashes_of, write
from versebench.models.generators.training_lines import (
    TrainingLines,
    line_hash,
    read_training_lines,
    training_lines_path,
)
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import identify

REPOSITORY = Path(__file__).parents[3]
SHIPPED = training_lines_path(identify("gpt2-writer", None), "own")


def lines(*known: str) -> TrainingLines:
    return TrainingLines(hashes_of([Poem("a", (known,))]))


@pytest.mark.parametrize(
    "line",
    [
        "Shall I compare thee to a summer's day?",
        "shall i compare thee to a summer’s day",
        '"SHALL I compare thee -- to a summer\'s day!"',
    ],
)
def test_marks_and_capitals_make_no_other_line(line: str) -> None:
    assert lines("Shall I compare thee to a summer's day?", "Thou art more lovely").holds(line)


@pytest.mark.parametrize(
    "line",
    [
        "Shall I compare thee to a summer day?",
        "I compare thee to a summer's day?",
        "thou art",
        "",
        "Shall I compare thee to a summer's day? Thou art more lovely",
    ],
)
def test_other_words_do(line: str) -> None:
    assert not lines("Shall I compare thee to a summer's day?", "Thou art more lovely").holds(line)


def test_a_composed_letter_is_the_same_as_its_parts() -> None:
    assert lines("his prote\u0301ge\u0301 is here").holds("His prot\u00e9g\u00e9 is here!")


def test_a_line_of_fewer_than_three_words_is_no_copy() -> None:
    assert line_hash("and so") is line_hash("12 and so 3!") is None
    assert not lines("and so", "one two three").holds("and so")


_LINES = st.lists(st.text("ab c'", max_size=12), max_size=20)


@given(_LINES, _LINES)
def test_what_was_trained_on_is_held_and_nothing_else(known: list[str], others: list[str]) -> None:
    def words(line: str) -> list[str]:
        return "".join(char if char.isalpha() else " " for char in line).split()

    held = lines(*known)
    assert np.all(held.hashes[:-1] < held.hashes[1:])
    trained = [words(line) for line in known]
    for line in (*known, *others):
        assert held.holds(line) == (len(words(line)) >= 3 and words(line) in trained)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    hashes = np.unique(np.random.default_rng(1).integers(0, 1 << 30, 5_000).astype(np.uint32))
    write(hashes, tmp_path / "lines.parquet")
    assert np.array_equal(read_training_lines(tmp_path / "lines.parquet").hashes, hashes)
    assert (tmp_path / "lines.parquet").stat().st_size < 3 * len(hashes)


def test_the_shipped_file_is_small_and_holds_a_well_known_line() -> None:
    held = read_training_lines(SHIPPED)
    assert held.holds("Shall I compare thee to a summer's day?")
    assert not held.holds("Shall I compare thee to a winter's day?")
    assert 1_000_000 < len(held.hashes) < 0.0012 * 2**30
    assert SHIPPED.stat().st_size < 2_000_000


def test_limericks_kept_from_training_are_no_copies() -> None:
    rows = json.loads((REPOSITORY / "samples" / "limericks.json").read_text())
    held = read_training_lines(SHIPPED)
    found = [line for row in rows for line in row["limerick"].split("\n") if held.holds(line)]
    assert len(found) < 0.02 * 5 * len(rows), found


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"other": pa.array([1, 2], pa.uint32())}),
        pa.table({"line_hash": pa.array([1, 2], pa.int64())}),
        pa.table({"line_hash": pa.array([2, 1], pa.uint32())}),
        pa.table({"line_hash": pa.array([1, 1], pa.uint32())}),
        pa.table({"line_hash": pa.array([1, None], pa.uint32())}),
    ],
)
def test_another_table_is_refused_with_a_remedy(table: pa.Table, tmp_path: Path) -> None:
    pq.write_table(table, tmp_path / "lines.parquet")
    with pytest.raises(ModelLoadError, match=r"lines\.parquet does not contain hashes .*leave training_lines out"):
        read_training_lines(tmp_path / "lines.parquet")


def test_a_file_that_is_not_there_or_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("words")
    for name in ("none.parquet", "text.parquet"):
        with pytest.raises(ModelLoadError, match=name):
            read_training_lines(tmp_path / name)


def test_own_is_the_file_in_the_folder_of_the_model(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    identity = identify(str(tmp_path), None)
    assert training_lines_path(identity, "own") == tmp_path / "training_lines.parquet"
    assert training_lines_path(identity, "elsewhere.parquet") == Path("elsewhere.parquet")


def test_the_script_takes_the_lines_of_the_training_split_alone(tmp_path: Path) -> None:
    texts = {
        f"poems/{number}": f"poem {chr(97 + number)} begins here\nand poem {chr(97 + number)} ends"
        for number in range(26)
    }
    kept_out = "a line of eight words that is kept out"
    texts["poems/out"] = f"{kept_out}\nand this line stands beside it"
    with gzip.open(tmp_path / "poems.jsonl.gz", "wt") as file:
        file.writelines(json.dumps({"path": path, "text": text}) + "\n" for path, text in texts.items())
    (tmp_path / "out.jsonl").write_text(json.dumps({"lines": [kept_out]}))
    out = tmp_path / "lines.parquet"
    arguments = ["--data", tmp_path / "poems.jsonl.gz", "--exclude", tmp_path / "out.jsonl", "--out", out]
    subprocess.run(
        [sys.executable, "-m", "training.training_lines", *map(str, arguments)], cwd=REPOSITORY, check=True, timeout=60
    )
    held = read_training_lines(out)
    assert held.holds("Poem B begins here")
    assert held.holds("And poem B ends")
    assert not held.holds(kept_out)
    assert not held.holds("and this line stands beside it")
