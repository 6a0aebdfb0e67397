"""The side of a cluster: drawn once, kept ever after, and never two."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.schemas.splits import SPLIT_NAMES
from versebench.transforms.splits.cluster import Member, Side, draw, split_cluster
from versebench.transforms.splits.settings import Splits

SPLITS = Splits(train=0.5, validation=0.3, test=0.2)
SEED = 7

MEMBERS = st.lists(st.tuples(st.sampled_from([None, None, *SPLIT_NAMES]), st.booleans()), min_size=1, max_size=6).map(
    lambda told: [member(place, split, held_out=held_out) for place, (split, held_out) in enumerate(told)]
)


def member(number: int, split: str | None = None, cluster: int | None = None, *, held_out: bool = False) -> Member:
    named = number if cluster is None else cluster
    return Member(f"{number:020x}", split, None if split is None else f"{named:020x}", held_out)


def sides(*members: Member) -> list[Side]:
    return split_cluster(members, SPLITS, SEED)


def test_newcomers_are_drawn_together_by_the_smallest_of_them() -> None:
    made = sides(member(3), member(5))
    assert made == [Side(f"{number:020x}", draw(f"{3:020x}", SPLITS, SEED), f"{3:020x}") for number in (3, 5)]


def test_a_newcomer_goes_where_its_near_duplicates_are_and_takes_the_smallest_of_their_clusters() -> None:
    for split in SPLIT_NAMES:
        made = sides(member(1), member(5, split, cluster=4), member(6, split))
        assert [(side.split, side.cluster) for side in made] == [
            (split, f"{4:020x}"),
            (split, f"{4:020x}"),
            (split, f"{6:020x}"),
        ]


def test_a_newcomer_that_would_join_two_sides_is_refused_and_the_others_stay() -> None:
    made = sides(member(1), member(5, "test"), member(3, "train"), member(4, "train"))
    assert made[0].refused == f"near-duplicates on two sides of the split: {3:020x} in train, {5:020x} in test"
    assert [(side.split, side.refused) for side in made[1:]] == [("test", None), ("train", None), ("train", None)]


def test_a_source_that_is_held_out_is_all_test_with_its_near_duplicates() -> None:
    assert {side.split for number in range(20) for side in sides(member(number, held_out=True))} == {"test"}
    assert [side.split for side in sides(member(1), member(2, held_out=True))] == ["test", "test"]
    assert sides(member(1, "train", held_out=True)) == [Side(f"{1:020x}", "train", f"{1:020x}")]
    [old, new] = sides(member(1, "train"), member(2, held_out=True))
    assert (old.split, old.refused) == ("train", None)
    assert new.refused == f"near-duplicates on two sides of the split: {1:020x} in train, {2:020x} in test"


@given(MEMBERS, st.randoms())
def test_nobody_moves_no_cluster_is_on_two_sides_and_order_does_not_matter(
    members: list[Member], shuffler: random.Random
) -> None:
    made = split_cluster(members, SPLITS, SEED)
    by_work = {side.work: side for side in made}
    assert [side.work for side in made] == [one.work for one in members]
    for one in members:
        if one.split is not None:
            assert by_work[one.work] == Side(one.work, one.split, one.cluster or "")
    kept = [side for side in made if side.refused is None]
    newcomers = {one.work for one in members if one.split is None}
    assert len({side.split for side in kept}) <= 1 or not newcomers & {side.work for side in kept}
    shuffled = list(members)
    shuffler.shuffle(shuffled)
    assert {side.work: side for side in split_cluster(shuffled, SPLITS, SEED)} == by_work


@given(MEMBERS, st.lists(st.booleans(), min_size=6, max_size=6))
def test_what_is_released_is_never_changed_by_later_newcomers(members: list[Member], late: list[bool]) -> None:
    first = [one for one, is_late in zip(members, late, strict=False) if not is_late]
    released = {
        side.work: side for side in (split_cluster(first, SPLITS, SEED) if first else []) if side.refused is None
    }
    again = [
        Member(one.work, released[one.work].split, released[one.work].cluster, one.held_out)
        if one.work in released
        else one
        for one in members
        if one.work in released or one not in first
    ]
    later = {side.work: side for side in (split_cluster(again, SPLITS, SEED) if again else [])}
    assert {work: later[work] for work in released} == released


def test_draws_follow_the_shares_the_seed_and_the_cluster_alone() -> None:
    drawn = [draw(f"{number:020x}", SPLITS, SEED) for number in range(4000)]
    shares = {split: count / 4000 for split, count in Counter(drawn).items()}
    assert shares == pytest.approx({"train": 0.5, "validation": 0.3, "test": 0.2}, abs=0.03)
    assert drawn != [draw(f"{number:020x}", SPLITS, 8) for number in range(4000)]
    assert {draw(str(number), Splits(train=0, validation=1, test=0), SEED) for number in range(99)} == {"validation"}


def test_the_draws_are_what_they_always_were() -> None:
    drawn = ["train", "train", "validation", "validation", "train", "train", "train", "train"]
    assert [draw(f"{number:020x}", SPLITS, SEED) for number in range(8)] == drawn
