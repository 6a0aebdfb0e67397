"""The texts of a shard in their canonical order, and what is written of their scores."""

import pyarrow as pa

from models.judges.contract import Convention, TextScore, Unscored
from models.judges.identity import ModelIdentity
from schemas.poems import REJECTS
from schemas.scores import SCORES
from transforms.score_shard import ScoreShard, Text, unit_texts
from transforms.shards.manifest import Manifest

NAMES = ("work_id", "task", "edit", "original", "corrupted", "original_text_id", "corrupted_text_id")
MANIFEST = Manifest("f", "corrupt", "r", 1, {}, {}, {})


def pairs(*rows: tuple[str, str, int, str]) -> pa.Table:
    """Pairs of (work, task, edit, corrupted text); the original is the work in capitals."""
    full = [
        (work, task, edit, work.upper(), text, f"id of {work.upper()}", f"id of {text}")
        for work, task, edit, text in rows
    ]
    return pa.table(dict(zip(NAMES, map(list, zip(*full, strict=True)), strict=True)))


def texts(table: pa.Table) -> list[str]:
    return [f"{text.work_id}: {text.text}" for text in unit_texts(table)]


def test_the_original_comes_first_and_the_tasks_in_the_order_of_the_registry() -> None:
    table = pairs(
        ("a", "delete_words.v1:words=1", 1, "d1b"),
        ("a", "delete_words.v1:words=1", 0, "d1a"),
        ("a", "swap_lines.v1", 0, "lines"),
        ("a", "delete_nonrhyming_words.v1:words=1", 0, "non"),
        ("a", "swap_end_words.v1", 0, "ends"),
        ("b", "swap_lines.v1", 0, "lines"),
    )
    expected = ["a: A", "a: ends", "a: lines", "a: d1a", "a: d1b", "a: non", "b: B", "b: lines"]
    assert texts(table) == expected
    assert sorted(texts(table.take([5, 4, 3, 2, 1, 0]))) == sorted(expected)
    assert texts(table.take([4, 3, 2, 1, 0, 5])) == expected


def test_a_text_of_several_pairs_comes_once() -> None:
    table = pairs(
        ("a", "delete_words.v1:words=1", 0, "same"),
        ("a", "delete_rhyming_words.v1:words=1", 0, "same"),
        ("b", "delete_words.v1:words=1", 0, "same"),
    )
    assert texts(table) == ["a: A", "a: same", "b: B", "b: same"]


def task(token_scores: bool) -> ScoreShard:
    return ScoreShard("d", MANIFEST, ModelIdentity("m", "l", "r", on_hub=False), Convention("space"), token_scores)


def test_scores_are_rows() -> None:
    found = [(Text("a", "t", "x"), TextScore((-0.5, -1.25)))]
    [row] = task(token_scores=True)._scores(found).to_pylist()
    assert row == {
        "work_id": "a",
        "text_id": "t",
        "model": "m",
        "revision": "r",
        "convention": "bos-given+line-breaks-space",
        "log_probability": -1.75,
        "tokens": 2,
        "token_log_probabilities": [-0.5, -1.25],
    }
    assert task(token_scores=False)._scores(found).column("token_log_probabilities").to_pylist() == [None]
    assert task(token_scores=True)._scores([]).schema.equals(SCORES.schema)


def test_texts_without_a_score_are_rejects() -> None:
    refused = [
        (Text("a", "t", "x" * 70_000), Unscored("longer_than_context", "too long")),
        (Text("b", "u", "é"), Unscored("empty_text", "none")),
    ]
    table = task(token_scores=True)._rejects(refused)
    assert table.schema.equals(REJECTS.schema)
    rows = {row["work_id"]: row for row in table.to_pylist()}
    assert [row["reject_id"] for row in table.to_pylist()] == sorted(row["reject_id"] for row in rows.values())
    assert (rows["a"]["reason"], rows["a"]["detail"]) == ("longer_than_context", "m: too long")
    assert (len(rows["a"]["original"]), rows["a"]["original_size"]) == (65_536, 70_000)
    assert (rows["b"]["stage"], rows["b"]["kept_work_id"]) == ("score", None)
