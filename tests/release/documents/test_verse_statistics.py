"""Metres, rhymes and devices by author."""

import pyarrow as pa

from versebench.release.documents.verse_statistics import ALL, MOST_AUTHORS, OTHERS, verse_by_author
from versebench.release.templates.verse_views import verse_views


def shard(*poems: tuple[str | None, str | None]) -> tuple[pa.Table, pa.Table]:
    """Poems of an author in a metre: two lines, of which one was scanned, and two devices."""
    works = [f"{author}-{number}" for number, (author, _) in enumerate(poems)]
    annotation = {
        "work_id": works,
        "heard_metre": pa.array([metre for _, metre in poems], pa.string()),
        "line_beats": [[4, 0]] * len(poems),
        "device_kind": [["assonance"] * 5] * len(poems),
        "device_number": [[0, 0, 0, 1, 1]] * len(poems),
        "line_rhyme": [["", "perfect", "", "slant"]] * len(poems),
    }
    return pa.table({"work_id": works, "author": pa.array([author for author, _ in poems], pa.string())}), pa.table(
        annotation
    )


def test_all_authors_then_each_then_the_others() -> None:
    many = [(f"author {number:02}", "iambic") for number in range(MOST_AUTHORS + 2)]
    rows = verse_by_author([shard(("Z", "iambic"), ("Z", "trochaic"), (None, "iambic")), shard(*many)])
    assert [row.author for row in rows] == [ALL, "Z", *(f"author {number:02}" for number in range(9)), OTHERS]
    assert (rows[0].poems, rows[0].lines, rows[0].devices) == (15, 15, {"assonance": 30})
    assert rows[1].metres == {"iambic": 1, "trochaic": 1}
    assert (rows[-1].poems, rows[-1].metres) == (4, {"iambic": 4})
    assert sum(row.poems for row in rows[1:]) == rows[0].poems


def test_what_was_not_scanned_does_not_count() -> None:
    assert verse_by_author([shard(("Z", None))]) == ()
    assert verse_views(()) == []
    rows = verse_by_author([shard(("Z", None), ("Z", "iambic"))])
    assert [(row.author, row.poems) for row in rows] == [(ALL, 1), ("Z", 1)]


def test_a_view_has_a_plot_and_the_counts() -> None:
    metres, rhymes, devices = verse_views(verse_by_author([shard(("<Z>", "iambic"), ("<Z>", "iambic"))]))
    assert metres.rows[1].counts == (2, 0, 0, 0, 0)
    assert [(row.name, row.whole, row.counts) for row in devices.rows] == [
        (ALL, 2, (0, 4, 0, 0)),
        ("<Z>", 2, (0, 4, 0, 0)),
    ]
    assert (rhymes.rows[1].whole, rhymes.rows[1].counts) == (4, (2, 0, 0, 2, 0, 0))
    assert "perfect 50.0" in rhymes.svg
    assert "assonance 200.0" in devices.svg
    assert "<Z>" not in metres.svg
