"""Draws, orders and rates of pairs that people read."""

from pathlib import Path

import pytest

from benchmarks import pairs_read
from benchmarks.pairs_read import (
    PAIRS_OF_TASK,
    ReadPair,
    check,
    drawn,
    hashed,
    kind_of,
    original_is,
    rates,
    read,
    wilson,
    write,
)


def row(number: int, verdict: str, contested: str = "no", task: str = "swap_lines.v1") -> ReadPair:
    pair = hashed("pair", str(number))[:20]
    answer = original_is(pair)
    own = {"original": answer, "corrupted": "ab".replace(answer, "")}.get(verdict, verdict)
    return ReadPair("r/1.0.0", task, pair, f"A {number}", f"B {number}", own, "", contested, answer)


def test_orders_differ_and_are_those_of_the_hash() -> None:
    rows = [row(number, "original") for number in range(40)]
    assert {one.original_is for one in rows} == {"a", "b"}
    assert check(rows, []) == []
    turned = ReadPair(**{**rows[0].__dict__, "original_is": "ab".replace(rows[0].original_is, "")})
    assert check([turned], []) == [f"{turned.pair_id}: the order is not that of its hash"]


def test_a_pair_counts_if_the_original_is_better_and_a_completion_if_it_is_well_formed() -> None:
    assert row(1, "original").counts
    assert not row(1, "corrupted").counts
    assert not row(1, "both").counts
    task = "complete_line_beam.v1:beams=500"
    assert row(1, "both", task=task).counts
    assert row(1, "corrupted", task=task).counts
    assert not row(1, "original", task=task).counts
    assert not row(1, "neither", task=task).counts


def test_rates_with_and_without_contested_pairs() -> None:
    rows = [row(number, "original") for number in range(8)] + [row(8, "both", "yes"), row(9, "both", "no")]
    table = list(rates(rows))
    assert len(table) == 3
    assert table[2].startswith("| swap_lines.v1 | 10 | 8/10 = 80.0%")
    assert "| 8/9 = 88.9%" in table[2]
    assert table[2].endswith("| 10.0% |")


def test_wilson() -> None:
    low, high = wilson(142, 176)
    assert (round(low, 3), round(high, 3)) == (0.742, 0.858)


def test_tasks_are_named_by_their_number_of_words() -> None:
    assert kind_of("delete_words.v1:words=2") == "delete_words.v1:words=2"
    assert kind_of("complete_line_beam.v1:repeated_end_word=False:beams=500") == "complete_line_beam.v1"


def test_a_blind_file_says_nothing_of_the_answer(tmp_path: Path) -> None:
    write([row(1, "")], tmp_path / "draw.csv", blind=True)
    header = (tmp_path / "draw.csv").read_text(encoding="utf-8").splitlines()[0]
    assert header == "release,task,pair_id,a,b,verdict,cause"
    assert read(tmp_path / "draw.csv")[0].original_is == ""


def test_an_unknown_verdict_is_refused(tmp_path: Path) -> None:
    write([ReadPair("r", "t", "p", "a", "b", "maybe")], tmp_path / "draw.csv", blind=True)
    with pytest.raises(SystemExit, match="maybe"):
        read(tmp_path / "draw.csv")


def _drawable(release: str, number: int) -> ReadPair:
    pair = hashed(release, str(number))[:20]
    return ReadPair(f"{release}/1.0.0", "swap_lines.v1", pair, "A", "B", original_is=original_is(pair))


def test_the_draw_is_over_all_releases_and_checked_by_each(monkeypatch: pytest.MonkeyPatch) -> None:
    pools = {name: [_drawable(name, number) for number in range(50)] for name in ("one", "two")}
    monkeypatch.setattr(pairs_read, "pairs_of", lambda release: iter(pools[release.parent.name]))
    releases = [Path("/r/one/1.0.0"), Path("/r/two/1.0.0")]
    rows = list(drawn(releases))
    assert len(rows) == PAIRS_OF_TASK
    assert {row.release for row in rows} == {"one/1.0.0", "two/1.0.0"}
    assert check(rows, releases) == check(rows, releases[:1]) == []
    missing = next(row for row in rows if row.release == "one/1.0.0")
    rest = [row for row in rows if row is not missing]
    assert f"one/1.0.0: {missing.pair_id} is drawn, and not in the file" in check(rest, releases[:1])
