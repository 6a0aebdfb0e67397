import json

import pytest

from versebench.release.changes.tombstones import Order, read_tombstones, tombstones

FIRST = Order("0" * 12, "author", "2026-01-31", "legal", None, 2)
SECOND = Order("1" * 12, "work", "2025-12-01", "quality", None, 0)
LIFTED = Order("2" * 12, "row", "2024-01-01", "other", "2025-01-01", 0)


def test_a_work_has_date_and_reason_of_its_first_order() -> None:
    found = tombstones([FIRST, SECOND, LIFTED], {"b" * 20: [SECOND.order, FIRST.order], "a" * 20: [FIRST.order]})
    assert [order.on for order in found.orders] == ["2024-01-01", "2025-12-01", "2026-01-31"]
    assert [(work.work_id[0], work.on, work.reason, len(work.orders)) for work in found.works] == [
        ("a", "2026-01-31", "legal", 1),
        ("b", "2025-12-01", "quality", 2),
    ]
    assert [work.work_id for work in found.works] == ["a" * 20, "b" * 20]


def test_what_is_written_is_read() -> None:
    found = tombstones([FIRST, LIFTED], {"a" * 20: [FIRST.order]})
    assert read_tombstones(found.to_json().encode()) == found
    other = {**json.loads(found.to_json()), "format": "x"}
    for content in ("{", "[]", json.dumps(other)):
        with pytest.raises(ValueError, match=r"JSON|object|format"):
            read_tombstones(content.encode())


def test_the_page_names_every_order_and_at_most_five_hundred_works() -> None:
    found = tombstones([FIRST, LIFTED], {f"{number:020x}": [FIRST.order] for number in range(501)})
    page = found.to_page()
    assert "| `000000000000` | an author | 2026-01-31 | legal | – | 2 |" in page
    assert "| `222222222222` | a row of a source | 2024-01-01 | other | 2025-01-01 | 0 |" in page
    assert page.count("| 2026-01-31 | legal |") == 501
    assert page.endswith("And 1 more.\n")
    assert "The ids of the works are not known." in tombstones([FIRST], {}).to_page()
