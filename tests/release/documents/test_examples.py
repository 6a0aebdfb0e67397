import pyarrow as pa

from versebench.release.documents.examples import PER_TASK, choose_examples


def shard(numbers: range, task: str = "t.v1") -> tuple[pa.Table, pa.Table]:
    rows = [
        {
            "pair_id": f"{(number * 7) % 100:02}",
            "work_id": f"w{number}",
            "task": task,
            "original": "one two",
            "corrupted": "two",
            "original_starts": [0],
            "original_ends": [4],
            "corrupted_starts": [0],
            "corrupted_ends": [0],
        }
        for number in numbers
    ]
    poems = pa.table({"work_id": [row["work_id"] for row in rows], "author": [f"by {row['work_id']}" for row in rows]})
    return pa.Table.from_pylist(rows), poems


def test_the_least_ids_of_each_task_whatever_the_shards() -> None:
    whole = choose_examples([shard(range(50))], ["t.v1"])
    assert choose_examples([shard(range(30, 50)), shard(range(30))], ["t.v1"]) == whole
    assert [example.work_id for example in whole] == ["w0", "w43", "w29"]
    assert len(whole) == PER_TASK
    assert whole[0].author == "by w0"
    assert (whole[0].original_spans, whole[0].corrupted_spans) == (((0, 4),), ((0, 0),))


def test_tasks_keep_their_order_and_may_have_none() -> None:
    found = choose_examples([shard(range(2), "b.v1"), shard(range(2), "a.v1")], ["b.v1", "none.v1", "a.v1"])
    assert [example.task for example in found] == ["b.v1", "b.v1", "a.v1", "a.v1"]
