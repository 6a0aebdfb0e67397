"""Units of one work count as one poem."""

import pyarrow as pa

from tests.transforms.scoring.test_compare import FIRST, SECOND, TASK, decisions
from versebench.transforms.scoring.compare import compare
from versebench.transforms.scoring.decide import statistics
from versebench.transforms.scoring.works import by_work
from versebench.transforms.statistics.accuracy import clustered_interval

UNITS = {"1": "w", "2": "w", "3": None, "4": "v"}


def poems(parents: dict[str, str | None]) -> pa.Table:
    columns = {"work_id": list(parents), "parent_id": pa.array(parents.values(), pa.string())}
    return pa.table(columns)


def test_units_take_the_id_of_their_work_and_other_poems_keep_theirs() -> None:
    moved = by_work(decisions(FIRST), poems(UNITS))
    assert moved.column("work_id").to_pylist() == ["w", "w", "w", "w", "3", "3"]
    assert moved.drop(["work_id"]).equals(decisions(FIRST).drop(["work_id"]))


def test_without_units_nothing_changes() -> None:
    for parents in ({}, dict.fromkeys("123")):
        assert by_work(decisions(FIRST), poems(parents)).equals(decisions(FIRST))


def test_the_paired_test_counts_a_work_once() -> None:
    counts = compare(*(by_work(decisions(side), poems(UNITS)) for side in (FIRST, SECOND)))[TASK, "sum"]
    assert (counts["poems"], counts["squared_differences"]) == (2, (3 - 1) ** 2)
    assert counts["pairs"] == compare(decisions(FIRST), decisions(SECOND))[TASK, "sum"]["pairs"]


def test_the_interval_is_wider_if_units_are_of_one_work() -> None:
    decided = {str(pair): (str(pair), pair < 40) for pair in range(60)}
    widths = []
    for of_work in (1, 20):
        parents = poems({str(pair): f"w{pair // of_work}" for pair in range(60)})
        sums = statistics(by_work(decisions(decided), parents))
        values = {name.split("/")[0]: value for name, value in sums.items() if not name.startswith("ties")}
        interval = clustered_interval(**values)
        widths.append(interval.high - interval.low)
    assert widths[1] > 2 * widths[0]
