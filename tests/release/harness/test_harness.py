"""The archive for other programs: what each file of it says, and that it says it in the same bytes."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pytest
import yaml

from versebench.release.harness.archive import NAME, PAIR_COLUMNS, harness_documents
from versebench.release.harness.blimp import blimp_line, uid
from versebench.release.harness.lm_eval import aliases, group_file, task_file

SWAP, DELETE, UNUSED = "swap_lines.v1", "delete_words.v1:words=2", "swap_end_words.v1"
TASKS = (SWAP, UNUSED, DELETE)
BLIMP = {
    *("sentence_good", "sentence_bad", "field", "linguistics_term", "UID", "simple_LM_method", "one_prefix_method"),
    *("two_prefix_method", "lexically_identical", "pairID"),
}


def pair(
    number: int, task: str, original: str = "One, two\nthree!", corrupted: str = "Two, one\nthree!"
) -> dict[str, Any]:
    values = (f"{number:020x}", f"{number % 2:020x}", task, original, corrupted)
    return dict(zip(PAIR_COLUMNS, values, strict=True))


ROWS = [pair(1, SWAP), pair(2, DELETE, "a b c", "c"), pair(3, SWAP, "“é”\u2028x", "x"), pair(4, DELETE, "d e f", "e")]
SPLITS = {f"{0:020x}": "train", f"{1:020x}": "test"}


def members(
    rows: Sequence[Sequence[dict[str, Any]]], splits: Mapping[str, str], tasks: Sequence[str] = TASKS
) -> dict[str, str]:
    content = harness_documents("small", "1.2.0", tasks, [(table(some), splits) for some in rows])[NAME]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def table(rows: Sequence[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), pa.schema([(name, pa.string()) for name in PAIR_COLUMNS]))


def test_each_task_with_pairs_has_its_pairs_and_a_task_file() -> None:
    files = members([ROWS], {})
    assert list(files) == [
        "README.md",
        "blimp/swap_lines.v1.jsonl",
        "blimp/delete_words.v1-words-2.jsonl",
        "lm-eval/versebench_small.yaml",
        "lm-eval/swap_lines.v1.yaml",
        "lm-eval/delete_words.v1-words-2.yaml",
    ]
    first, second = (json.loads(line) for line in files["blimp/swap_lines.v1.jsonl"].splitlines())
    assert first == {
        "sentence_good": "One, two\nthree!",
        "sentence_bad": "Two, one\nthree!",
        "field": "poetics",
        "linguistics_term": "swap_lines",
        "UID": "swap_lines.v1",
        "simple_LM_method": True,
        "one_prefix_method": False,
        "two_prefix_method": False,
        "lexically_identical": True,
        "pairID": f"{1:020x}",
        "work_id": f"{1:020x}",
    }
    assert (second["sentence_good"], second["lexically_identical"]) == ("“é”\u2028x", False)


def test_a_row_has_the_keys_of_blimp_and_the_split_of_its_poem() -> None:
    files = members([ROWS], SPLITS)
    rows = [json.loads(line) for line in files["blimp/delete_words.v1-words-2.jsonl"].splitlines()]
    assert all(row.keys() == BLIMP | {"work_id", "split"} for row in rows)
    assert [row["split"] for row in rows] == ["train", "train"]
    assert all(row["UID"] == "delete_words.v1-words-2" for row in rows)


@pytest.mark.parametrize("shards", [[ROWS[:1], ROWS[1:]], [[], ROWS, []], [[row] for row in ROWS]])
def test_shards_do_not_change_a_byte(shards: list[list[dict[str, Any]]]) -> None:
    whole = harness_documents("small", "1.2.0", TASKS, [(table(ROWS), SPLITS)])
    assert harness_documents("small", "1.2.0", TASKS, [(table(some), SPLITS) for some in shards]) == whole


def test_without_pairs_there_is_no_archive() -> None:
    assert harness_documents("small", "1.2.0", TASKS, [(table([]), {})]) == {}
    assert harness_documents("small", "1.2.0", [], []) == {}


def test_the_archive_tells_no_time_and_no_machine() -> None:
    content = harness_documents("small", "1.2.0", TASKS, [(table(ROWS), {})])[NAME]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        stamps = {(one.date_time, one.create_system, one.external_attr >> 16) for one in archive.infolist()}
    assert stamps == {((1980, 1, 1, 0, 0, 0), 3, 0o644)}


def test_a_task_file_gives_the_texts_as_the_papers_do_and_no_point_for_a_tie() -> None:
    value = yaml.safe_load(task_file("small", "1.2.0", DELETE, "delete_words", "blimp/x.jsonl"))
    assert value["task"] == "versebench_small_delete_words.v1-words-2"
    assert (value["doc_to_text"], value["target_delimiter"], value["num_fewshot"]) == ("", "", 0)
    # The harness takes the first of two that score the same.
    assert (value["doc_to_choice"], value["doc_to_target"]) == ("{{[sentence_bad, sentence_good]}}", 1)
    assert value["dataset_kwargs"]["data_files"] == {"test": "blimp/x.jsonl"}
    assert value["metadata"] == {"version": "1.2.0"}


@pytest.mark.parametrize(
    ("tasks", "names"),
    [
        ([SWAP, DELETE], ["swap_lines", "delete_words"]),
        (["a.v1:k=1:m=2", "a.v1:k=2:m=2", "b.v1:k=1"], ["a k=1", "a k=2", "b"]),
        (["a.v1", "a.v1:k=2", "a.v2"], ["a.v1", "a k=2", "a.v2"]),
        ([], []),
    ],
)
def test_short_names_differ(tasks: list[str], names: list[str]) -> None:
    assert list(aliases(tasks).values()) == names


def test_the_harness_shows_short_names() -> None:
    files = members([ROWS], {})
    shown = {name: yaml.safe_load(text) for name, text in files.items() if name.startswith("lm-eval/")}
    assert shown["lm-eval/delete_words.v1-words-2.yaml"]["task_alias"] == "delete_words"
    assert shown["lm-eval/versebench_small.yaml"]["group_alias"] == "small"


def test_the_group_names_every_task_file() -> None:
    files = members([ROWS], {})
    group = yaml.safe_load(files["lm-eval/versebench_small.yaml"])
    named = [yaml.safe_load(files[f"lm-eval/{uid(task)}.yaml"])["task"] for task in (SWAP, DELETE)]
    assert group["task"] == named
    assert group == yaml.safe_load(group_file("small", "1.2.0", [SWAP, DELETE]))
    assert f"--tasks {group['group']}" in files["README.md"]


def test_a_task_file_reads_the_file_that_holds_its_pairs() -> None:
    files = members([ROWS], {})
    for task in (SWAP, DELETE):
        assert yaml.safe_load(files[f"lm-eval/{uid(task)}.yaml"])["dataset_kwargs"]["data_files"]["test"] in files


@pytest.mark.parametrize(
    ("original", "corrupted", "same"),
    [
        ("He ran up\nand down.", "He ran down\nand up.", True),
        ("“He ran,” up", "He, ran up!", True),
        ("He ran up", "he Ran UP", True),
        ("He ran up up", "He ran up", False),
    ],
)
def test_texts_of_the_same_words_are_lexically_identical(original: str, corrupted: str, same: bool) -> None:
    assert json.loads(blimp_line(pair(1, SWAP, original, corrupted), None))["lexically_identical"] is same


def test_a_line_of_json_is_one_line() -> None:
    line = blimp_line(pair(1, SWAP, "a\u2028b\x85c\nd", "e"), None)
    assert len(line.splitlines()) == 1
    assert json.loads(line)["sentence_good"] == "a\u2028b\x85c\nd"
