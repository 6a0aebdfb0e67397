import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.expectations.accumulators.grouping import at_once, merged
from versebench.expectations.accumulators.add_counts import AddCounts, Counts
from versebench.expectations.accumulators.bins import Bins

NAMES = st.sampled_from(["lines", "words", "tasks"])
COUNTS = st.dictionaries(NAMES, st.dictionaries(st.sampled_from(["0", "1", "2+"]), st.integers(0, 10**12)))


@given(st.data(), st.lists(COUNTS, max_size=6))
def test_order_and_grouping_do_not_matter(data: st.DataObject, shards: list[Counts]) -> None:
    expected = at_once(AddCounts(), shards)
    assert data.draw(st.composite(merged)(AddCounts(), shards)) == expected


@given(st.lists(COUNTS, max_size=6))
def test_every_label_has_the_sum_of_all_shards_and_names_are_in_order(shards: list[Counts]) -> None:
    sums = at_once(AddCounts(), shards)
    assert list(sums) == sorted({name for counts in shards for name in counts})
    for name, labels in sums.items():
        assert list(labels) == sorted(labels)
        assert labels == {label: sum(counts.get(name, {}).get(label, 0) for counts in shards) for label in labels}


def test_merging_does_not_change_its_arguments() -> None:
    counts: dict[str, dict[str, int]] = {"lines": {"1": 1}}
    AddCounts().merge_accumulators([counts, {"lines": {"1": 2}}])
    assert counts == {"lines": {"1": 1}}


@pytest.mark.parametrize(("bins", "labels"), [(Bins(20, 3), ("0-19", "20-39", "40+")), (Bins(1, 3), ("0", "1", "2+"))])
def test_labels(bins: Bins, labels: tuple[str, ...]) -> None:
    assert bins.labels == labels


@given(st.lists(st.integers(-3, 10**6), max_size=30), st.integers(1, 50), st.integers(2, 10))
def test_every_value_is_in_the_bin_of_its_label(values: list[int], width: int, number: int) -> None:
    bins = Bins(width, number)
    counts = bins.counts(np.array(values, dtype=np.int64))
    places = [min(max(value, 0) // width, number - 1) for value in values]
    assert counts == {label: places.count(place) for place, label in enumerate(bins.labels)}
