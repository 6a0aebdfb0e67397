"""Claims of forms about their metre, counted by form."""

import pyarrow as pa

from versebench.expectations.accumulators.claims import claims

POEMS = pa.table({"work_id": ["a", "b", "c", "d"], "form": ["limerick", "limerick", "verse", "sonnet"]})


def test_poems_are_counted_by_form_and_claim() -> None:
    annotation = pa.table({"work_id": ["a", "b", "c", "d"], "metre": ["as_claimed", "other_beats", None, "as_claimed"]})
    found = claims({"poems": POEMS, "annotation": annotation})
    assert found == {"limerick": {"as_claimed": 1, "other_beats": 1}, "sonnet": {"as_claimed": 1}}


def test_a_form_without_a_claim_has_no_count() -> None:
    annotation = pa.table({"work_id": ["a", "b", "c", "d"], "metre": pa.array([None] * 4, pa.string())})
    assert claims({"poems": POEMS, "annotation": annotation}) == {}
