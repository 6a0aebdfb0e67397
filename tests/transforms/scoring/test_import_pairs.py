"""Pairs from files of JSON lines: each row becomes a pair or a reject."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import REAL_DATA
from versebench.schemas.pairs import PAIRS
from versebench.schemas.poems import REJECTS
from versebench.storage.commit import ShardOutput
from versebench.transforms.scoring.import_pairs import ImportPairs, read_pairs
from versebench.transforms.text.keys import shard_of, text_id

BLIMP = {
    "sentence_good": "Who should Derek hug after shocking Richard?",
    "sentence_bad": "Who should Derek hug Richard after shocking?",
    "field": "syntax",
    "linguistics_term": "island_effects",
    "UID": "adjunct_island",
    "simple_LM_method": True,
    "pairID": "0",
}
OURS = {"pair_id": "p1", "task": "delete_words.v1:words=2", "original": "a\nb c d", "corrupted": "a\nb"}


def written(folder: Path, *lines: Any, name: str = "pairs.jsonl") -> str:
    """A file of values as JSON, and of lines that are bytes already."""
    path = folder / name
    path.write_bytes(
        b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    )
    return str(path)


def made(path: str, shards: int = 1) -> list[ShardOutput]:
    return [ImportPairs(path, shards)(shard) for shard in range(shards)]


def only(path: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, int]]:
    """The pairs, the rejects and the counts of a file in one shard."""
    [output] = made(path)
    return output.tables["pairs"].to_pylist(), output.tables["rejects"].to_pylist(), dict(output.counts)


def test_a_row_of_blimp_is_a_pair_and_a_work_of_its_own(tmp_path: Path) -> None:
    [row], rejects, counts = only(written(tmp_path, BLIMP))
    assert (rejects, counts) == ([], {"in": 1, "out": 1})
    assert (row["original"], row["corrupted"]) == (BLIMP["sentence_good"], BLIMP["sentence_bad"])
    assert (row["task"], row["edit"], row["words_removed"]) == ("adjunct_island", 0, 0)
    assert row["original_text_id"] == text_id(row["original"])
    assert len(row["work_id"]) == len(row["pair_id"]) == 20


def test_a_row_of_ours_keeps_how_many_words_were_deleted(tmp_path: Path) -> None:
    [row], _, _ = only(written(tmp_path, {**OURS, "words_removed": 2}))
    assert (row["task"], row["original"], row["words_removed"]) == (OURS["task"], OURS["original"], 2)
    for strange in (None, -1, "2", 1 << 20, 1.5):
        [row], _, _ = only(written(tmp_path, {**OURS, "words_removed": strange}))
        assert row["words_removed"] == 0


def test_a_task_with_a_slash_is_one_name(tmp_path: Path) -> None:
    [row], _, _ = only(written(tmp_path, {**BLIMP, "UID": "island/adjunct"}))
    assert row["task"] == "island-adjunct"


@pytest.mark.parametrize(
    ("line", "reason", "detail"),
    [
        (b"{", "malformed_json", "row 2: "),
        (b"7", None, "row 2: "),
        (b"", None, ""),
        ({"sentence_good": "a", "UID": "x"}, "missing_field", "row 2: sentence_bad is missing or is not a text"),
        ({**BLIMP, "UID": None}, "missing_field", "row 2: UID is missing or is not a text"),
        ({**BLIMP, "UID": 7}, "missing_field", "row 2: UID is missing or is not a text"),
        ({**BLIMP, "sentence_good": "  "}, "missing_field", "row 2: sentence_good is missing or is not a text"),
        ({**BLIMP, "sentence_bad": ["a"]}, "missing_field", "row 2: sentence_bad is missing or is not a text"),
        (
            {"original": "a", "corrupted": "", "task": "t"},
            "missing_field",
            "row 2: corrupted is missing or is not a text",
        ),
        ({"text": "a"}, "missing_field", "row 2: sentence_good is missing or is not a text"),
        ({**BLIMP, "sentence_bad": BLIMP["sentence_good"]}, "equal_texts", "row 2: sentence_good and sentence_bad are"),
        ({**BLIMP, "sentence_bad": "\ud800"}, "invalid_utf8", "row 2: sentence_bad is not valid UTF-8"),
        (b'{"sentence_good": "\xff", "sentence_bad": "b", "UID": "x"}', "invalid_utf8", "row 2: sentence_good is not"),
        (BLIMP, "duplicate_pair", "row 2: another row has the same id, task and texts"),
        ({**BLIMP, "sentence_good": "a" * (1 << 20)}, "row_too_large", "row 2: "),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_row_that_is_no_pair_is_a_reject_and_none_is_lost(
    tmp_path: Path, line: Any, reason: str | None, detail: str
) -> None:
    last = {**BLIMP, "pairID": "last"}
    pairs, rejects, counts = only(written(tmp_path, BLIMP, line, last))
    assert len(pairs) == 2
    assert counts["in"] == len(pairs) + len(rejects)
    if line == b"":
        assert rejects == []
        return
    [reject] = rejects
    assert reject["reason"] == (reason or reject["reason"])
    assert reject["detail"].startswith(detail)
    assert (reject["stage"], counts[f"rejected.{reject['reason']}"]) == ("import-pairs", 1)


def test_the_same_texts_under_another_id_are_another_pair(tmp_path: Path) -> None:
    pairs, rejects, _ = only(written(tmp_path, BLIMP, {**BLIMP, "pairID": "1"}, {**BLIMP, "UID": "other"}))
    assert (len({row["pair_id"] for row in pairs}), rejects) == (3, [])


def test_a_gzipped_file_gives_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, BLIMP, b"{", OURS)
    (tmp_path / "pairs.jsonl.gz").write_bytes(gzip.compress(Path(path).read_bytes()))
    [plain], [zipped] = made(path), made(str(tmp_path / "pairs.jsonl.gz"))
    assert zipped.counts == plain.counts
    assert all(zipped.tables[name].equals(plain.tables[name]) for name in ("pairs", "rejects"))


def test_an_empty_file_holds_no_pair(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert only(str(tmp_path / "empty")) == ([], [], {"in": 0, "out": 0})
    assert only(written(tmp_path, b"", b"  ", b""))[0] == []


def test_rejects_are_told_apart(tmp_path: Path) -> None:
    _, rejects, _ = only(written(tmp_path, b"{", b"{", BLIMP, BLIMP, BLIMP))
    assert len({reject["reject_id"] for reject in rejects}) == len(rejects) == 4


VALUES = st.none() | st.integers() | st.text(max_size=5)
ROWS = st.dictionaries(
    st.sampled_from(["sentence_good", "sentence_bad", "UID", "pairID", "original", "corrupted", "task"]), VALUES
)
LINES = st.lists(ROWS | st.just(BLIMP) | st.binary(max_size=10).map(lambda line: line.replace(b"\n", b"")), max_size=8)


@given(LINES, st.integers(1, 5))
def test_every_row_is_in_one_shard_once(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Any], shards: int
) -> None:
    path = written(tmp_path_factory.getbasetemp(), BLIMP, *lines)
    [whole], parts = made(path), made(path, shards)
    for name, table in (("pairs", PAIRS), ("rejects", REJECTS)):
        found = [row for part in parts for row in part.tables[name].to_pylist()]
        order = [tuple(row[key] for key in table.key) for row in found]
        assert sorted(order) == [tuple(row[key] for key in table.key) for row in whole.tables[name].to_pylist()]
        assert len(set(order)) == len(order)
    for shard, part in enumerate(parts):
        assert part.tables["pairs"].schema.equals(PAIRS.schema)
        assert part.tables["rejects"].schema.equals(REJECTS.schema)
        for name in ("pairs", "rejects"):
            assert {shard_of(work, shards) for work in part.tables[name].column("work_id").to_pylist()} <= {shard}
    assert whole.counts["in"] == sum(part.counts["in"] for part in parts)
    assert whole.counts["in"] == sum(len(whole.tables[name]) for name in ("pairs", "rejects"))


@pytest.mark.real_data
def test_blimp_is_taken_whole() -> None:
    rows = list(read_pairs(str(REAL_DATA / "blimp" / "blimp.jsonl.gz")))
    assert len(rows) == 67_000
    pairs = [row for row in rows if "reason" not in row]
    assert {row["reason"] for row in rows if "reason" in row} == {"equal_texts"}  # seven are published so
    assert len(pairs) == len({row["pair_id"] for row in pairs}) == 67_000 - 7
    assert len({row["task"] for row in pairs}) == 67
