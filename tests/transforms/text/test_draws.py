"""Draws are pinned: a changed stream would give every recipe other pairs."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.text.draws import Draws, rank

WORK = "0123456789abcdef0123"


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_golden_stream() -> None:
    draws = Draws(2022, "delete_words.v1:words=2", WORK, 0)
    assert [draws.below(1_000_000) for _ in range(8)] == [510828, 182595, 64246, 901729, 902270, 433997, 675585, 810698]
    assert [draws.below(limit) for limit in (1, 2, 3, 2**63 + 1)] == [0, 0, 1, 4481434829133347231]
    assert draws.sample("abcdefghij", 4) == ["a", "c", "d", "g"]
    assert draws.choice("abcdefghij") == "j"


def test_golden_ranks() -> None:
    assert [rank(seed, "deletion.v1", WORK, edit) for seed in (0, 2022) for edit in (0, 1)] == [
        6562549627262330338,
        1394342735448068701,
        15134949901000331195,
        14181338969526834289,
    ]


def test_the_same_purpose_gives_the_same_draws() -> None:
    one, other = Draws(1, "t", WORK, 0), Draws(1, "t", WORK, 0)
    assert [one.below(99) for _ in range(9)] == [other.below(99) for _ in range(9)]


def test_another_seed_task_work_or_edit_gives_other_draws() -> None:
    purposes = [(1, "t", WORK, 0), (2, "t", WORK, 0), (1, "u", WORK, 0), (1, "t", WORK[::-1], 0), (1, "t", WORK, 1)]
    assert len({Draws(*purpose).below(2**60) for purpose in purposes}) == 5
    assert len({rank(*purpose) for purpose in purposes}) == 5


def test_draws_for_one_poem_do_not_depend_on_those_for_others() -> None:
    def draw(works: list[str]) -> dict[str, list[int]]:
        streams = {work: Draws(7, "t", work, 0) for work in works}
        found: dict[str, list[int]] = {work: [] for work in works}
        for _ in range(3):
            for work, stream in streams.items():
                found[work].append(stream.below(1_000))
        return found

    results = [draw(list(order)) for order in permutations(["a", "b", "c"])]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("limit", [2, 3, 10, 97])
def test_numbers_are_uniform(limit: int) -> None:
    counts = [0] * limit
    draws = Draws(5, "uniformity", WORK, 0)
    for _ in range(200 * limit):
        counts[draws.below(limit)] += 1
    assert chi_square(counts) < limit + 5 * (2 * limit) ** 0.5


def test_a_limit_that_does_not_divide_the_range_gives_no_bias() -> None:
    counts = [0] * 3
    draws = Draws(5, "bias", WORK, 0)
    for _ in range(3_000):
        counts[draws.below(3 << 62) >> 62] += 1
    assert chi_square(counts) < 14


def test_first_draws_of_many_works_are_uniform() -> None:
    counts = [0] * 10
    for number in range(4_000):
        counts[Draws(5, "t", f"{number:020x}", 0).below(10)] += 1
    assert chi_square(counts) < 32


def test_every_subset_is_as_likely() -> None:
    subsets = dict.fromkeys(combinations(range(5), 2), 0)
    draws = Draws(3, "subsets", WORK, 0)
    for _ in range(4_000):
        subsets[tuple(draws.sample(range(5), 2))] += 1  # type: ignore[index]
    assert chi_square(list(subsets.values())) < 32


@given(st.lists(st.integers(), unique=True, max_size=30), st.data())
def test_a_sample_holds_different_items_in_their_order(items: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(items)))
    found = Draws(1, "t", WORK, 0).sample(items, count)
    assert len(set(found)) == len(found) == count
    assert found == [item for item in items if item in found]


@given(st.integers(1, 2**64), st.integers(0, 2**62))
def test_a_number_is_below_its_limit(limit: int, seed: int) -> None:
    assert 0 <= Draws(seed, "t", WORK, 0).below(limit) < limit


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_can_be_drawn_below_one(limit: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw a number below {limit}"):
        Draws(1, "t", WORK, 0).below(limit)


def test_more_than_there_are_cannot_be_sampled() -> None:
    with pytest.raises(ValueError, match="cannot draw a number below 0"):
        Draws(1, "t", WORK, 0).sample("ab", 3)


def test_ranks_are_uniform_over_64_bits() -> None:
    counts = [0] * 16
    for number in range(3_200):
        counts[rank(1, "s", f"{number:020x}", 0) >> 60] += 1
    assert chi_square(counts) < 45
